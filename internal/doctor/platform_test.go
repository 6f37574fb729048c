package doctor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/doctor"
)

func TestRecipes(t *testing.T) {
	for _, name := range []string{
		"express", "Express.js", "next.js", "Fastify", "NestJS", "Flask", "FastAPI", "Starlette", "Django", "Rails", "Laravel",
		"ASP.NET", "Spring", "Go", "API Gateway", "lambda", "Cloudflare Workers", "nginx",
	} {
		recipe, ok := doctor.Recipe(name)
		assert.True(t, ok, name)
		assert.NotContains(t, recipe, "\n")
	}
	_, ok := doctor.Recipe("")
	assert.False(t, ok)
}

func TestPlatforms(t *testing.T) {
	in := newDelivery(doctor.Standard).bodies(compactOf, pretty).input()
	hint := func() string {
		report := doctor.Diagnose(t.Context(), in)
		require.Len(t, report.Causes, 1)
		return report.Causes[0].Hint
	}
	assert.Contains(t, hint(), "--explain platforms")
	in.Platform = "express"
	assert.Contains(t, hint(), "express.raw")
	in.Platform = ""
	in.Request.Kind = capture.KindLambda
	assert.Contains(t, hint(), "isBase64Encoded")
}
