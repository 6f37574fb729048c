package testvectors

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// FormatVersion is the version of the format, as in schema/v1 and in the
// member "format" of every file.
const FormatVersion = 1

// The wire types are the files as they are written.

type wireFile struct {
	Schema      string      `json:"$schema"`
	Format      int         `json:"format"`
	Profile     string      `json:"profile"`
	Operation   string      `json:"operation"`
	Theme       string      `json:"theme"`
	Description string      `json:"description"`
	Count       int         `json:"numberOfVectors"`
	Groups      []wireGroup `json:"groups"`
}

type wireGroup struct {
	Now       *int64       `json:"now"`
	Tolerance *int64       `json:"tolerance"`
	Keys      []string     `json:"keys"`
	Vectors   []wireVector `json:"vectors"`
}

type wireVector struct {
	ID        string      `json:"id"`
	Comment   string      `json:"comment"`
	Flags     []string    `json:"flags"`
	Spec      []string    `json:"spec"`
	Requires  []string    `json:"requires"`
	Base      string      `json:"base"`
	Change    string      `json:"change"`
	Keys      []string    `json:"keys"`
	Headers   []wireField `json:"headers"`
	MessageID string      `json:"messageId"`
	Timestamp int64       `json:"timestamp"`
	Body      wireBytes   `json:"body"`
	Expected  []wireField `json:"expected"`
	Result    Result      `json:"result"`
	Reason    string      `json:"reason"`
}

func (w wireFile) file(path string) (File, error) {
	if w.Format != FormatVersion {
		return File{}, fmt.Errorf("format %d, want %d", w.Format, FormatVersion)
	}
	file := File{Path: path, Profile: w.Profile, Operation: w.Operation, Theme: w.Theme, Description: w.Description}
	count := 0
	for _, g := range w.Groups {
		if g.Now == nil {
			return File{}, errors.New("a group without now")
		}
		group := Group{Now: *g.Now, Tolerance: g.Tolerance, Keys: g.Keys}
		for _, v := range g.Vectors {
			group.Vectors = append(group.Vectors, v.vector())
		}
		count += len(group.Vectors)
		file.Groups = append(file.Groups, group)
	}
	if count != w.Count {
		return File{}, fmt.Errorf("%d vectors, but numberOfVectors is %d: is the copy complete?", count, w.Count)
	}
	return file, nil
}

func (w wireVector) vector() Vector {
	return Vector{
		ID: w.ID, Comment: w.Comment, Flags: w.Flags, Spec: w.Spec, Requires: w.Requires,
		Base: w.Base, Change: w.Change, Keys: w.Keys,
		Headers: fieldsOf(w.Headers), MessageID: w.MessageID, Timestamp: w.Timestamp,
		Body: w.Body, Expected: fieldsOf(w.Expected),
		Result: w.Result, Reason: w.Reason,
	}
}

func fieldsOf(wire []wireField) []Field {
	var fields []Field
	for _, f := range wire {
		fields = append(fields, Field(f))
	}
	return fields
}

// A wireField is [name, value], the value text or {"base64": …}.
type wireField Field

func (f *wireField) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("a header field is a name and a value")
	}
	if err := json.Unmarshal(pair[0], &f.Name); err != nil {
		return err
	}
	if pair[1][0] != '"' {
		var value wireBytes
		err := decodeStrict(pair[1], &value)
		f.Value = value
		return err
	}
	var text string
	err := json.Unmarshal(pair[1], &text)
	f.Value = []byte(text)
	return err
}

// wireBytes is {"utf8": …}, {"base64": …} or {"repeat": {"utf8": …, "times": …}}.
type wireBytes []byte

const maxRepeated = 64 << 20

func (b *wireBytes) UnmarshalJSON(data []byte) error {
	var form struct {
		UTF8   *string `json:"utf8"`
		Base64 *string `json:"base64"`
		Repeat *struct {
			UTF8  string `json:"utf8"`
			Times int64  `json:"times"`
		} `json:"repeat"`
	}
	if err := decodeStrict(data, &form); err != nil {
		return err
	}
	switch {
	case form.UTF8 != nil && form.Base64 == nil && form.Repeat == nil:
		*b = []byte(*form.UTF8)
	case form.UTF8 == nil && form.Base64 != nil && form.Repeat == nil:
		decoded, err := base64.StdEncoding.Strict().DecodeString(*form.Base64)
		*b = decoded
		return err
	case form.UTF8 == nil && form.Base64 == nil && form.Repeat != nil:
		r := form.Repeat
		if r.Times < 0 || r.Times > maxRepeated/int64(max(1, len(r.UTF8))) {
			return errors.New("repeated too often")
		}
		*b = []byte(strings.Repeat(r.UTF8, int(r.Times)))
	default:
		return errors.New("bytes are one of utf8, base64 and repeat")
	}
	return nil
}

// decodeStrict takes one value without unknown members.
func decodeStrict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("something follows the value")
	}
	return nil
}

// cutReference takes document#section apart.
func cutReference(spec string) (document, section string, ok bool) {
	if strings.Contains(spec, "://") {
		return "", "", false
	}
	return strings.Cut(spec, "#")
}
