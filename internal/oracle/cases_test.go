package oracle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/internal/testcases"
)

func TestVerifyCases(t *testing.T) {
	for _, c := range testcases.VerifyCases() {
		t.Run(c.Name, func(t *testing.T) {
			tolerance := oracle.DefaultTolerance
			if c.Tolerance != nil {
				tolerance = time.Duration(*c.Tolerance) * time.Second
			}
			code := oracle.Verify(oracle.Request{
				Profile: c.Scheme,
				Keys:    c.Secrets,
				Headers: c.Headers,
				Body:    c.Body,
				Now:     time.Unix(c.Now, 0),
				Past:    tolerance,
				Future:  tolerance,
			})
			switch {
			case c.Result == "valid":
				assert.Empty(t, code)
			case c.Reason != "":
				assert.Equal(t, c.Reason, code)
			default:
				assert.NotEmpty(t, code)
			}
		})
	}
}
