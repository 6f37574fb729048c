package doctor

import (
	"regexp"
	"strings"

	"github.com/whsec/whsec/internal/capture"
)

// recipeRE is an entry of the section on platforms: names in bold, then how to
// get at the raw body.
var (
	recipeRE = regexp.MustCompile(`(?m)^- ((?:\*\*[^*]+\*\*(?:, )?)+): ((?:.+\n)(?:  .+\n)*)`)
	nameRE   = regexp.MustCompile(`\*\*([^*]+)\*\*`)
)

// recipes has how to get at the raw body by platform, from the manual.
var recipes = readRecipes()

func readRecipes() map[string]string {
	section, _ := Explain("platforms")
	found := map[string]string{}
	for _, m := range recipeRE.FindAllStringSubmatch(section, -1) {
		for _, name := range nameRE.FindAllStringSubmatch(m[1], -1) {
			found[platformKey(name[1])] = name[1] + ": " + strings.Join(strings.Fields(m[2]), " ")
		}
	}
	if len(found) == 0 {
		panic("doctor: the manual has no recipe")
	}
	return found
}

// platformKey lets express, Express.js and next.js be the same as in the manual.
func platformKey(name string) string {
	letters := func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}
	return strings.TrimSuffix(strings.Map(letters, strings.ToLower(name)), "js")
}

// Recipe says how to get at the raw body on a platform, such as Express.
func Recipe(platform string) (string, bool) {
	recipe, ok := recipes[platformKey(platform)]
	return recipe, ok
}

// Platforms returns the names that [Recipe] knows.
func Platforms() []string {
	section, _ := Explain("platforms")
	var names []string
	for _, m := range recipeRE.FindAllStringSubmatch(section, -1) {
		for _, name := range nameRE.FindAllStringSubmatch(m[1], -1) {
			names = append(names, name[1])
		}
	}
	return names
}

// platformHeaders are set by platforms on what they hand to a program.
var platformHeaders = []struct{ name, platform string }{
	{"X-Vercel-Id", "Next.js"},
	{"X-Apigateway-Event", "Lambda"},
	{"X-Amzn-Lambda-Event-Context", "Lambda"},
	{"X-Amzn-Apigateway-Api-Id", "API Gateway"},
	{"Cf-Worker", "Cloudflare Workers"},
}

// recognisePlatform names the platform that a capture shows, or "".
func recognisePlatform(r *capture.Request) string {
	if r.Kind == capture.KindLambda {
		return "Lambda"
	}
	for _, header := range platformHeaders {
		if r.Get(header.name) != "" {
			return header.platform
		}
	}
	return ""
}
