package runner

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/whsec/whsec/internal/conformance"
)

// CheckCommand reads a line that the runner may write.
func CheckCommand(line []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(new(conformance.Command))
}

// CheckAnswer reads a line that the runner may get.
func CheckAnswer(line []byte) error {
	if bytes.Contains(line, []byte(`"protocol"`)) {
		_, unknown, err := parseHello(line)
		if len(unknown) > 0 {
			panic(strings.Join(unknown, " "))
		}
		return err
	}
	var seq struct {
		Seq string `json:"seq"`
	}
	if err := json.Unmarshal(line, &seq); err != nil {
		return err
	}
	op := conformance.OpVerify
	if bytes.Contains(line, []byte(`"signed"`)) {
		op = conformance.OpSign
	}
	_, err := parseAnswer(line, seq.Seq, op)
	return err
}
