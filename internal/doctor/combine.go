package doctor

import (
	"hash/maphash"
	"iter"
)

// A variant is a form of the body with all that was changed to get there.
type variant struct {
	form
	findings []finding
}

// singles yields the body with one thing changed.
func singles(body []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		for _, h := range bodyHypotheses {
			for f := range h.forms(body) {
				if !yield(variant{f, []finding{h.finding(f)}}) {
					return
				}
			}
		}
	}
}

// smallBody is the length in bytes up to which every pair is tried: thousands
// of them take milliseconds.
const smallBody = 2 << 10

// inPairs is how many forms of a hypothesis take part in pairs of larger
// bodies: the first ones, which are the usual ones.
var inPairs = map[Code]int{
	BodyCRLF: 2, BodyTrailingNewline: 4, BodyBOM: 2, BodyJSONCompact: 1, BodyJSONIndent: 3, BodyJSONSpaced: 2, BodyJSONSorted: 1,
	BodyEscapedSlash: 2, BodyEscapedHTML: 2, BodyEscapedUnicode: 2, BodyBase64: 2, BodyJSONString: 2, BodyGzip: 1, BodyForm: 2, BodyCharset: 2,
}

// pairs yields the body with two things changed, one after the other.
func pairs(body []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		seen := newSet(body)
		for first := range limited(body, nil) {
			if first.around != nil || !seen.add(first.body) {
				continue
			}
			for second := range limited(first.body, first.findings) {
				second.findings = append(first.findings[:1:1], second.findings...)
				if !yield(second) {
					return
				}
			}
		}
	}
}

// limited yields singles, as many as pairs may take, but for the kinds that
// have been changed already.
func limited(body []byte, but []finding) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		for _, h := range bodyHypotheses {
			if h.code == BodyEmpty || len(but) > 0 && but[0].code == h.code {
				continue
			}
			n := 0
			for f := range h.forms(body) {
				if n++; len(body) > smallBody && n > inPairs[h.code] {
					break
				}
				if !yield(variant{f, []finding{h.finding(f)}}) {
					return
				}
			}
		}
	}
}

// reserialised yields the body as serialisers write it that change several
// things at once: the order of keys, white space, and strings.
func reserialised(body []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		doc, ok := readDocument(body)
		if !ok {
			return
		}
		for ordered := range orders(doc.value) {
			for laid := range arrangements(ordered) {
				for v := range written(laid, doc) {
					if len(v.findings) > 1 && !yield(v) {
						return
					}
				}
			}
		}
	}
}

func orders(value []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		if !yield(variant{form: form{body: value}}) {
			return
		}
		h := hypothesisOf(BodyJSONSorted)
		seen := newSet(value)
		for _, o := range keyOrders[:3] {
			f := form{body: o.sort(value), how: o.name}
			if seen.add(f.body) && !yield(variant{f, []finding{h.finding(f)}}) {
				return
			}
		}
	}
}

func arrangements(v variant) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		if !yield(v) {
			return
		}
		seen := newSet(v.body)
		for _, kind := range []struct {
			code    Code
			layouts []layout
		}{{BodyJSONCompact, []layout{compactLayout}}, {BodyJSONIndent, indentLayouts[:3]}, {BodyJSONSpaced, spacedLayouts[:2]}} {
			h := hypothesisOf(kind.code)
			for _, l := range kind.layouts {
				text, ok := l.render(v.body)
				f := form{body: text, how: l.name}
				if ok && seen.add(text) && !yield(variant{f, append(v.findings[:len(v.findings):len(v.findings)], h.finding(f))}) {
					return
				}
			}
		}
	}
}

// written yields a text with its strings in every usual way, as it is first.
func written(v variant, doc document) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		seen := newSet()
		for _, e := range allEscapes {
			r := rewriter{escapes: e}
			f := form{body: r.rewrite(v.body), how: e.name}
			if !seen.add(f.body) {
				continue
			}
			findings := v.findings[:len(v.findings):len(v.findings)]
			for _, code := range r.codes() {
				findings = append(findings, hypothesisOf(code).finding(f))
			}
			for _, v := range surrounded(f, doc) {
				if !yield(variant{v.form, append(findings[:len(findings):len(findings)], v.findings...)}) {
					return
				}
			}
		}
	}
}

// surrounded has a form as it is, with the white space that is around the
// document, and with a line end, as encoders of streams write it.
func surrounded(f form, doc document) []variant {
	all := []variant{{form: f}}
	around := len(doc.before)+len(doc.after) > 0
	if around {
		all = append(all, variant{form: form{body: doc.around(f.body), how: f.how}})
	}
	ended := form{body: append(f.body[:len(f.body):len(f.body)], '\n'), how: "with a line end at its end that it now lacks"}
	if !around {
		all = append(all, variant{ended, []finding{hypothesisOf(BodyTrailingNewline).finding(ended)}})
	}
	return all
}

var allEscapes = append(append(append(append([]escapes{{}}, slashEscapes...), htmlEscapes...), unicodeEscapes...), serialisers...)

func hypothesisOf(code Code) bodyHypothesis {
	for _, h := range bodyHypotheses {
		if h.code == code {
			return h
		}
	}
	panic("doctor: no hypothesis " + string(code))
}

// A set remembers texts by a hash of 64 bits: a collision, one in billions of
// billions, would leave a hypothesis out and blame nobody.
type set struct {
	seed maphash.Seed
	seen map[uint64]bool
}

func newSet(texts ...[]byte) set {
	s := set{maphash.MakeSeed(), map[uint64]bool{}}
	for _, text := range texts {
		s.add(text)
	}
	return s
}

// add reports whether the text is new.
func (s set) add(text []byte) bool {
	sum := maphash.Bytes(s.seed, text)
	if s.seen[sum] {
		return false
	}
	s.seen[sum] = true
	return true
}
