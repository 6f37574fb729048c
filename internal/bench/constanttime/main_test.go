package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSubjects has every one of them tell right from wrong.
func TestSubjects(t *testing.T) {
	for subject := range subjects {
		for difference := range differences {
			require.NoError(t, run(subject, difference))
		}
	}
	require.Error(t, run("nobody", "none"))
	require.Error(t, run("loop", "nowhere"))
}

func TestAWrongAnswerIsAnError(t *testing.T) {
	subjects["blind"] = func(func([]byte)) (bool, error) { return true, nil }
	t.Cleanup(func() { delete(subjects, "blind") })
	require.NoError(t, run("blind", "none"))
	require.Error(t, run("blind", "last"))
}
