package doctor

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"unicode/utf16"
)

// A member is a name and a value of an object: where they stand in the text.
type member struct {
	start, nameEnd, end uint32
}

// An object is one whose members are not in order.
type object struct {
	open, close uint32 // the brackets
	members     []member
	order       []int32
}

// A keyOrder compares the names of members.
type keyOrder struct {
	name    string
	compare func(a, b []byte) int
	topOnly bool
}

// keyOrders are those of serialisers: by code point (Go, Python, PHP), by
// UTF-16 (JavaScript, Java, .NET), by length first (PostgreSQL's jsonb).
var keyOrders = []keyOrder{
	{name: "with its keys sorted", compare: bytes.Compare},
	{name: "with its keys sorted as JavaScript does", compare: compareUTF16},
	{name: "with its keys sorted by length, as PostgreSQL's jsonb does", compare: compareLength},
	{name: "with its keys sorted regardless of case", compare: func(a, b []byte) int { return bytes.Compare(bytes.ToLower(a), bytes.ToLower(b)) }},
	{name: "with the keys of the outermost object sorted", compare: bytes.Compare, topOnly: true},
}

func compareUTF16(a, b []byte) int {
	return slices.Compare(utf16.Encode([]rune(string(a))), utf16.Encode([]rune(string(b))))
}

func compareLength(a, b []byte) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}

// sort returns the JSON text with the members of all objects in order. White
// space stays in its place: what was indented or compact stays so.
func (o keyOrder) sort(text []byte) []byte {
	s := sorter{text: text, keyOrder: o}
	s.find()
	if len(s.objects) == 0 {
		return text
	}
	slices.SortFunc(s.objects, func(a, b object) int { return cmp.Compare(a.open, b.open) })
	s.out = make([]byte, 0, len(text))
	s.emit(0, uint32(len(text)))
	return s.out
}

type sorter struct {
	text []byte
	keyOrder
	objects []object
	out     []byte
}

// find collects the objects that are not in order.
func (s *sorter) find() {
	var open []object // unfinished, innermost last; arrays have no members
	expectName := false
	for start, end, ok := nextToken(s.text, 0); ok; start, end, ok = nextToken(s.text, end) {
		switch c := s.text[start]; {
		case c == '{' || c == '[':
			open = append(open, object{open: uint32(start)})
			expectName = c == '{'
			continue
		case c == '}' || c == ']':
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if c == '}' {
				last.close = uint32(start)
				s.keep(last, len(open))
			}
		case c == ',':
			expectName = len(open) > 0 && s.text[open[len(open)-1].open] == '{'
			continue
		case expectName:
			last := &open[len(open)-1]
			last.members = append(last.members, member{start: uint32(start), nameEnd: uint32(end)})
			expectName = false
			continue
		case c == ':':
			continue
		}
		if len(open) > 0 && len(open[len(open)-1].members) > 0 {
			members := open[len(open)-1].members
			members[len(members)-1].end = uint32(end)
		}
	}
}

func (s *sorter) keep(o object, depth int) {
	if len(o.members) < 2 || s.topOnly && depth > 0 {
		return
	}
	names := make([][]byte, len(o.members))
	for i, m := range o.members {
		names[i] = unquote(s.text[m.start:m.nameEnd])
	}
	o.order = make([]int32, len(names))
	for i := range o.order {
		o.order[i] = int32(i)
	}
	byName := func(a, b int32) int { return s.compare(names[a], names[b]) }
	if slices.IsSortedFunc(o.order, byName) {
		return
	}
	slices.SortStableFunc(o.order, byName)
	s.objects = append(s.objects, o)
}

// emit writes a range of the text with the objects in it in order.
func (s *sorter) emit(from, to uint32) {
	for from < to {
		i, _ := slices.BinarySearchFunc(s.objects, from, func(o object, at uint32) int { return cmp.Compare(o.open, at) })
		if i == len(s.objects) || s.objects[i].open >= to {
			break
		}
		o := s.objects[i]
		for slot, m := range o.members {
			s.out = append(s.out, s.text[from:m.start]...)
			moved := o.members[o.order[slot]]
			s.emit(moved.start, moved.end)
			from = m.end
		}
	}
	s.out = append(s.out, s.text[from:to]...)
}

// sortedKeys yields a document with its keys in every usual order.
func sortedKeys(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		doc, ok := readDocument(body)
		if !ok {
			return
		}
		for _, o := range keyOrders {
			if !yield(form{body: doc.around(o.sort(doc.value)), how: o.name}) {
				return
			}
		}
	}
}
