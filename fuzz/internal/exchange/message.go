// Package exchange is the form of the data that the fuzz targets are given: an
// HTTP message as one would write it down, with fields of its own for the
// receiver.
//
//	:key: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
//	:now: 1614265330
//	webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek
//	webhook-timestamp: 1614265330
//	webhook-signature: v1,@1
//
//	{"test": 2432232314}
//
// Only the fuzz targets import it.
package exchange

import (
	"bytes"
	"strconv"
	"strings"
)

// A Message is fields and a body.
type Message struct {
	Fields [][2]string // in order, names as spelled
	Body   []byte
}

// Split takes a message apart: "name: value" lines, a blank line, the body. Any
// data is a message: what is no field is left out. A value that is a string
// literal of Go stands for what it says, so that a line feed can be written
// down.
func Split(data []byte) Message {
	var m Message
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		if len(line) == 0 {
			m.Body = rest
			break
		}
		data = rest
		if name, value, ok := splitField(string(line)); ok {
			m.Fields = append(m.Fields, [2]string{name, value})
		}
	}
	return m
}

func splitField(line string) (name, value string, ok bool) {
	mark := ""
	if strings.HasPrefix(line, ":") {
		mark, line = ":", line[1:]
	}
	name, value, ok = strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	if literal, err := strconv.Unquote(value); err == nil && value[0] == '"' {
		value = literal
	}
	return mark + name, value, ok && name != ""
}

// Bytes writes the message such that Split reads it.
func (m Message) Bytes() []byte {
	var b bytes.Buffer
	for _, field := range m.Fields {
		value := field[1]
		if strings.ContainsAny(value, "\n") || strings.HasPrefix(value, `"`) {
			value = strconv.Quote(value)
		}
		b.WriteString(field[0] + ": " + value + "\n")
	}
	b.WriteByte('\n')
	b.Write(m.Body)
	return b.Bytes()
}

// Values returns the values of the fields of a name, spelled like that.
func (m Message) Values(name string) []string {
	var values []string
	for _, field := range m.Fields {
		if field[0] == name {
			values = append(values, field[1])
		}
	}
	return values
}

// Value returns the first of them, or "".
func (m Message) Value(name string) string {
	for _, field := range m.Fields {
		if field[0] == name {
			return field[1]
		}
	}
	return ""
}
