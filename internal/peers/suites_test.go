package peers_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	referenceModule = "github.com/standard-webhooks/standard-webhooks/libraries"
	referencePath   = referenceModule + "/go"
)

var referenceSuite = suite{
	module:  referenceModule,
	files:   []string{"go/webhook_test.go", "go/example_webhook_test.go"},
	imports: map[string]string{referencePath: "github.com/whsec/whsec/standardcompat"},
}

var svixSuite = suite{
	module:  "github.com/svix/svix-webhooks",
	files:   []string{"go/webhook_test.go"},
	imports: map[string]string{"github.com/svix/svix-webhooks/go": "github.com/whsec/whsec/svixcompat"},
}

// stripeSuite is written from inside their package: names that ours does not
// have, or has with another type, come from testdata/stripe.
var stripeSuite = suite{
	module:  "github.com/stripe/stripe-go/v82",
	files:   []string{"webhook/client_test.go"},
	imports: map[string]string{"github.com/stripe/stripe-go/v82": "example.com/suite/stripe"},
	add: map[string]string{
		"webhook.go":       "stripe/webhook.go.txt",
		"stripe/stripe.go": "stripe/stripe.go.txt",
	},
	skips: map[string]string{
		"TestConstructEvent_ErrorOnLegacyAPIVersionMismatch": "an authentic event of any API version is accepted, and left as it came",
		"TestConstructEvent_ErrorOnReleaseTrainMismatch":     "an authentic event of any API version is accepted, and left as it came",
		"TestApiVersionCompatibility":                        "tests a function of theirs that is not exported and compares API versions",
	},
}

func TestReferenceSuite(t *testing.T) { referenceSuite.require(t) }
func TestSvixSuite(t *testing.T)      { svixSuite.require(t) }
func TestStripeSuite(t *testing.T)    { stripeSuite.require(t) }

// TestSuitesBite runs the reference library's suite against a package of its
// shape that accepts everything: what runs and is never heard proves nothing.
func TestSuitesBite(t *testing.T) {
	s := referenceSuite
	s.imports = map[string]string{referencePath: "example.com/suite/acceptall"}
	s.add = map[string]string{"acceptall/acceptall.go": "acceptall.go.txt"}
	results := goTest(t, s.layOut(t).dir, "-skip=")
	assert.Equal(t, "fail", results["TestWebhook"])
	assert.Equal(t, "pass", results["TestWebhookPrefix"])
}

func TestRewriteRefuses(t *testing.T) {
	imports := map[string]string{"a": "b"}
	tests := map[string]struct{ source, want string }{
		"no tests":   {`package x; import "a"; func helper() { a.F() }`, "no tests"},
		"no import":  {`package x; import "c"; func TestX() { c.F() }`, "no import"},
		"not Go":     {`{}`, "expected 'package'"},
		"no example": {`package x; import "a"; func Example() { a.F() }`, "no tests"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := rewrite([]byte(test.source), imports)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestRewrite(t *testing.T) {
	source := "package x\n\nimport (\n\tx \"a\"\n\t\"c\" // \"a\"\n\t\"a/d\"\n)\n\nfunc TestA() { x.F(\"a\") }\n" +
		"func Example() {\n\tc.F()\n\t// Output:\n}\nfunc (t T) TestB() {}\n"
	want := "package x\n\nimport (\n\tx \"b/b\"\n\t\"c\" // \"a\"\n\t\"a/d\"\n)\n\nfunc TestA() { x.F(\"a\") }\n" +
		"func Example() {\n\tc.F()\n\t// Output:\n}\nfunc (t T) TestB() {}\n"
	got, tests, err := rewrite([]byte(source), map[string]string{"a": "b/b"})
	require.NoError(t, err)
	assert.Equal(t, want, string(got))
	assert.Equal(t, []string{"TestA", "Example"}, tests)
}
