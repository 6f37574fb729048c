package cli

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/svixcompat"
)

// A policy is what a verifier is made with, besides its keys.
type policy struct {
	tolerance *time.Duration // nil is the default
	ignoreAge bool
}

// A scheme is one way to sign.
type scheme struct {
	name    string
	headers []string // that a signer writes, as it spells them, in their order
	hasID   bool     // a message has an id

	// entries takes the text of a file apart into those of its keys.
	entries func(text string) ([]string, error)

	// Each text is that of one key; an error about one is a *keyError.
	newVerifier func(texts []string, p policy) (conformance.Verifier, error)
	newSigner   func(texts []string) (conformance.Signer, error)

	// For inspect: the bytes of a key, those of its public half if it has one,
	// and what a verifier says of headers without their body.
	keyBytes    func(text string) ([]byte, error)
	checkHeader func(header http.Header) error
}

func schemes() []*scheme {
	return []*scheme{
		coreScheme("standard", "webhook", standardwebhooks.NewVerifier, standardwebhooks.NewSigner),
		coreScheme("svix", "svix", svixcompat.NewVerifier, svixcompat.NewSigner),
		stripeScheme(),
	}
}

func schemeNames() []string {
	var names []string
	for _, s := range schemes() {
		names = append(names, s.name)
	}
	return names
}

func schemeNamed(name string) *scheme {
	for _, s := range schemes() {
		if s.name == name {
			return s
		}
	}
	return nil
}

// claims reports whether a request has one of the headers that the scheme's
// signers write.
func (s *scheme) claims(r *capture.Request) bool {
	return slices.ContainsFunc(s.headers, func(name string) bool { return r.Get(name) != "" })
}

// A schemeFlag is the name of a scheme, or "".
type schemeFlag struct{ chosen *scheme }

func (f *schemeFlag) addTo(flags *pflag.FlagSet, usage string) {
	flags.Var(f, "scheme", usage+": "+strings.Join(schemeNames(), ", "))
}

func (f *schemeFlag) String() string { return "" }
func (f *schemeFlag) Type() string   { return "SCHEME" }
func (f *schemeFlag) Set(arg string) error {
	f.chosen = schemeNamed(arg)
	if f.chosen == nil {
		return fmt.Errorf("there is no such scheme; choose from %s", strings.Join(schemeNames(), ", "))
	}
	return nil
}

// schemeOf returns the scheme of a request: the one chosen, else that of its
// headers, which is said.
func (a *app) schemeOf(f *schemeFlag, r *capture.Request) *scheme {
	if f.chosen != nil {
		return f.chosen
	}
	claiming := claimingSchemes(r)
	switch len(claiming) {
	case 0:
		a.out.note("no header of a scheme known here; taken for standard")
		return schemeNamed("standard")
	case 1:
		a.out.note("scheme %s, by the headers", claiming[0])
	default:
		a.out.note("scheme %s, by the headers, which would also do for %s; --scheme chooses", claiming[0], strings.Join(claiming[1:], ", "))
	}
	return schemeNamed(claiming[0])
}

// claimingSchemes names the schemes that a request may be of. Svix reads the
// headers of standard too, so that a request with both is its own.
func claimingSchemes(r *capture.Request) []string {
	var names []string
	for _, s := range schemes() {
		if s.claims(r) {
			names = append(names, s.name)
		}
	}
	if slices.Contains(names, "svix") {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "standard" })
	}
	return names
}
