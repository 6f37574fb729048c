package doctor

import (
	"hash/maphash"
	"iter"
)

// A variant is a form of the body with all that was changed to get there.
type variant struct {
	form
	findings []finding
	usual    bool // it takes part in pairs
}

// singles yields the body with one thing changed.
func singles(body []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		for _, h := range bodyHypotheses {
			n := 0
			for f := range h.forms(body) {
				n++
				v := variant{f, []finding{h.finding(f)}, h.inPairs(body, f, n)}
				if !yield(v) {
					return
				}
			}
		}
	}
}

// inPairs reports whether the nth form of a hypothesis takes part in pairs.
// Of compression that is what inflates alone: to compress costs more than all
// the rest.
func (h bodyHypothesis) inPairs(body []byte, f form, n int) bool {
	switch h.code {
	case BodyEmpty:
		return false
	case BodyGzip:
		return f.opened
	default:
		return len(body) <= smallBody || n <= h.pairs
	}
}

// smallBody is the length in bytes up to which every pair is tried: thousands
// of them take milliseconds.
const smallBody = 2 << 10

// pairs yields the body with two things changed, one after the other. What
// undoes an encoding comes first, and what makes one last. Two changes to the
// spelling of JSON are for reserialised.
func pairs(body []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		seen := newSet(body)
		for _, h := range bodyHypotheses {
			for first := range h.limited(body) {
				if !h.opens(first.form) || !seen.add(first.body) {
					continue
				}
				for second := range followers(h, first) {
					if !yield(second) {
						return
					}
				}
			}
		}
	}
}

// opens reports whether another change can come after a form.
func (h bodyHypothesis) opens(f form) bool {
	return f.opened || h.json || h.code == BodyCRLF || h.code == BodyTrailingNewline || h.code == BodyBOM
}

func followers(h bodyHypothesis, first variant) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		for _, next := range bodyHypotheses {
			if next.code == h.code || next.json && h.json || next.code == BodyEmpty {
				continue
			}
			for second := range next.limited(first.body) {
				second.findings = append(first.findings[:1:1], second.findings...)
				if !yield(second) {
					return
				}
			}
		}
	}
}

// limited yields the forms of a hypothesis, as many as pairs may take.
func (h bodyHypothesis) limited(body []byte) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		all, n := h.forms(body), 0
		if h.code == BodyGzip {
			all = inflated(body)
		}
		for f := range all {
			if n++; len(body) > smallBody && n > h.pairs {
				return
			}
			if !yield(variant{form: f, findings: []finding{h.finding(f)}}) {
				return
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
		spellings := effective(doc.value)
		for ordered := range orders(doc.value) {
			for laid := range arrangements(ordered) {
				for v := range written(laid, doc, spellings) {
					if v.changes() > 1 && !yield(v) {
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
			if seen.add(f.body) && !yield(variant{form: f, findings: []finding{h.finding(f)}}) {
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
				if ok && seen.add(text) && !yield(variant{form: f, findings: append(v.findings[:len(v.findings):len(v.findings)], h.finding(f))}) {
					return
				}
			}
		}
	}
}

// effective returns the ways to write strings that differ for this text, the
// one that changes nothing first. Of those that come to the same, the one with
// the least to mend stands for all. White space and order have no part in it.
func effective(value []byte) []escapes {
	seed := maphash.MakeSeed()
	at := map[uint64]int{}
	var kept []escapes
	var mends []int
	for _, e := range allEscapes {
		r := newRewriter(e)
		sum := maphash.Bytes(seed, r.rewrite(value))
		codes := len(r.codes())
		i, known := at[sum]
		switch {
		case !known:
			at[sum] = len(kept)
			kept, mends = append(kept, e), append(mends, codes)
		case codes < mends[i]:
			kept[i], mends[i] = e, codes
		}
	}
	return kept
}

// written yields a text with its strings in every way that makes a difference.
func written(v variant, doc document, spellings []escapes) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		for _, e := range spellings {
			r := newRewriter(e)
			f := form{body: r.rewrite(v.body), how: e.name}
			findings := v.findings[:len(v.findings):len(v.findings)]
			for _, code := range r.codes() {
				findings = append(findings, hypothesisOf(code).finding(f))
			}
			for _, f := range surrounded(f, doc) {
				if !yield(variant{form: f, findings: findings}) {
					return
				}
			}
		}
	}
}

// surrounded has a form with the white space that is around the document and
// without it, or with a line end, as encoders of streams write it.
func surrounded(f form, doc document) []form {
	if len(doc.before)+len(doc.after) == 0 {
		f.tail = []byte("\n")
		return []form{f}
	}
	return []form{f, {body: doc.around(f.body), how: f.how}}
}

// contents is how many bodies a variant stands for.
func (v variant) contents() int { return 1 + min(1, len(v.tail)) }

// changes is how much is changed in the last of them.
func (v variant) changes() int { return len(v.findings) + v.contents() - 1 }

// withTail is a variant with its tail behind the body, which is a change more.
func (v variant) withTail() variant {
	f := form{body: append(v.body[:len(v.body):len(v.body)], v.tail...), how: "with a line end at its end that it now lacks"}
	findings := append(v.findings[:len(v.findings):len(v.findings)], hypothesisOf(BodyTrailingNewline).finding(f))
	return variant{form: f, findings: findings}
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
