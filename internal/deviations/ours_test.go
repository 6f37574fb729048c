package deviations

import (
	"bytes"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/cli"
	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/testvectors"
)

// ours asks the command's own adapter every vector, and returns what it says in
// the words of the matrix.
func ours(t *testing.T, suite *testvectors.Suite) map[string]string {
	t.Helper()
	var asked, told bytes.Buffer
	var ids []string
	for c := range suite.All() {
		line, err := json.Marshal(command(c, len(ids)))
		require.NoError(t, err)
		asked.Write(append(line, '\n'))
		ids = append(ids, c.ID)
	}
	cli.Main(cli.Env{
		Args: []string{"conformance", "adapter"}, Stdin: &asked, Stdout: &told, Stderr: t.Output(),
		LookupEnv: func(string) (string, bool) { return "", false },
		Now:       func() time.Time { return time.Time{} },
	})
	words := map[string]string{conformance.Accept: "accepts", conformance.Reject: "rejects", conformance.Signed: "signs"}
	answers := map[string]string{}
	for decoder := json.NewDecoder(&told); decoder.More(); {
		var answer conformance.Answer
		require.NoError(t, decoder.Decode(&answer))
		index, err := strconv.Atoi(string(answer.Seq))
		require.NoError(t, err)
		word, ok := words[answer.Outcome]
		require.True(t, ok, "%s: %s", ids[index], answer.Detail)
		answers[ids[index]] = word
	}
	require.Len(t, answers, len(ids))
	return answers
}

func command(c testvectors.Case, seq int) conformance.Command {
	asked := conformance.Command{
		Cmd: conformance.CommandRun, Seq: json.RawMessage(strconv.Itoa(seq)), Op: c.Operation, Profile: c.Profile,
		Keys: c.Keys, Body: c.Body, ID: c.MessageID,
	}
	if c.Operation == testvectors.OperationSign {
		asked.Timestamp = &c.Timestamp
		return asked
	}
	asked.Now = &c.Now
	for _, field := range c.Headers {
		asked.Headers = append(asked.Headers, conformance.Pair{Name: field.Name, Value: string(field.Value)})
	}
	if c.Tolerance != nil {
		tolerance := json.Number(strconv.FormatInt(*c.Tolerance, 10))
		asked.Tolerance = &tolerance
	}
	return asked
}
