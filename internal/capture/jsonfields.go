package capture

import "strings"

// readFields reads headers in any of the forms that JSON has for them: an object
// of values or of lists, a list of objects or pairs, or a flat list of names and
// values (the rawHeaders of Node.js).
func readFields(v value) []Field {
	if o := v.object(); o != nil {
		return objectFields(o)
	}
	elements := v.array()
	if len(elements) > 0 && elements[0].is('"') {
		return flatFields(elements)
	}
	var fields []Field
	for _, e := range elements {
		if f, ok := elementField(e); ok {
			fields = append(fields, f)
		}
	}
	return fields
}

func objectFields(o object) []Field {
	last := map[string]int{}
	for i, m := range o {
		last[m.key] = i
	}
	var fields []Field
	for i, m := range o {
		if last[m.key] != i {
			continue
		}
		values := []value{m.value}
		if m.is('[') {
			values = m.array()
		}
		for _, v := range values {
			if text, ok := v.text(); ok {
				fields = append(fields, newField(m.key, text))
			}
		}
	}
	return fields
}

func flatFields(elements []value) []Field {
	var fields []Field
	for i := 0; i+1 < len(elements); i += 2 {
		name, _ := elements[i].text()
		text, _ := elements[i+1].text()
		fields = append(fields, newField(name, text))
	}
	return fields
}

// elementField reads {"name":…,"value":…}, {"key":…,"value":…} or [name, value].
func elementField(e value) (Field, bool) {
	if pair := e.array(); len(pair) == 2 {
		name, _ := pair[0].text()
		text, ok := pair[1].text()
		return newField(name, text), ok
	}
	o := e.object()
	if v, _ := o.get("disabled"); isTrue(v) {
		return Field{}, false
	}
	name := o.text("name")
	if name == "" {
		name = o.text("key")
	}
	return newField(name, o.text("value")), name != ""
}

func newField(name, text string) Field { return Field{name, strings.Trim(text, " \t")} }

func (r *Request) addFields(fields []Field) {
	for _, f := range fields {
		r.addField(f)
	}
}
