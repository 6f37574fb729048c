package cli

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/strict"
	sw "github.com/whsec/whsec/standardwebhooks"
)

// A signature is one in a header.
type signature struct {
	Version  string `json:"version"`
	Encoding string `json:"encoding,omitempty"`
	Length   int    `json:"length,omitempty"` // in bytes
	Message  string `json:"message,omitempty"`
}

var (
	coreValueRE   = regexp.MustCompile(`(?:^|[ ,])v[0-9]+[a-z]?,`)
	stripeValueRE = regexp.MustCompile(`(?:^|,)\s*(?:t|v[0-9]+)=[^,]`)
	otherValueRE  = regexp.MustCompile(`^(?:(?:sha1|sha256|sha512|hmac-sha256)=|[0-9a-fA-F]{40}$|[0-9a-fA-F]{64}$)`)
)

// headerOfValue returns a header of which a text is the value, or nil. With
// "v1," before it a secret is still one.
func headerOfValue(text string) *capture.Field {
	text = strings.TrimSpace(text)
	switch {
	case strings.Contains(text, "whsec_"), strings.Contains(text, "\n"):
		return nil
	case stripeValueRE.MatchString(text):
		return &capture.Field{Name: "stripe-signature", Value: text}
	case coreValueRE.MatchString(text):
		return &capture.Field{Name: "webhook-signature", Value: text}
	case otherValueRE.MatchString(text):
		return &capture.Field{Name: "signature", Value: text}
	default:
		return nil
	}
}

// inspectHeaders looks at the headers of each scheme that has some there.
func (i *inspector) inspectHeaders(source string, r *capture.Request) {
	before := len(i.findings)
	for _, s := range schemes() {
		if (i.only == nil || i.only.name == s.name) && s.claims(r) {
			i.inspectScheme(source, s, r)
		}
	}
	for _, f := range r.Header {
		if strings.Contains(strings.ToLower(f.Name), "signature") && len(i.findings) == before {
			i.otherScheme(source, f)
		}
	}
	if len(i.findings) == before {
		i.add(source, kindUnknown).problem("missing_header", "no header of a scheme known here")
	}
}

func (i *inspector) otherScheme(source string, f capture.Field) {
	found := i.add(source, kindSignature)
	found.Name = strings.ToLower(f.Name)
	found.problem("other_scheme", "the signature of a scheme that is not known here")
}

// inspectScheme looks at the headers of one scheme, and then has its verifier
// judge them together.
func (i *inspector) inspectScheme(source string, s *scheme, r *capture.Request) {
	var last *finding
	for _, name := range s.headers {
		for _, value := range r.Values(name) {
			last = i.add(source, kindOfHeader(name))
			last.Name = name
			i.describe(last, s, value)
		}
	}
	header := r.HTTPHeader()
	if alone := len(r.Header) == 1 && s.hasID; alone {
		completeHeader(header, s)
	}
	switch err := s.checkHeader(header); {
	case errors.Is(err, sw.ErrMalformedTimestamp): // which repeats the text
		last.problem(sw.Code(err), "%v: want seconds since 1970 in plain digits", sw.ErrMalformedTimestamp)
	case err != nil:
		last.problem(sw.Code(err), "%v", err)
	}
}

// completeHeader adds what a header that was given alone does not have.
func completeHeader(header http.Header, s *scheme) {
	for n, value := range []string{"msg_1", "0", "v1," + strings.Repeat("A", 43) + "="} {
		if name := s.headers[n]; header.Get(name) == "" {
			header.Set(name, value)
		}
	}
}

func kindOfHeader(name string) string {
	switch {
	case strings.HasSuffix(name, "-id"):
		return kindID
	case strings.HasSuffix(name, "-timestamp"):
		return kindTimestamp
	default:
		return kindSignature
	}
}

func (i *inspector) describe(f *finding, s *scheme, value string) {
	switch f.Kind {
	case kindTimestamp:
		i.describeTimestamp(f, value)
	case kindSignature:
		if s.hasID {
			f.Signatures = coreSignatures(value)
			return
		}
		f.Signatures = itemSignatures(value)
		if at := slices.IndexFunc(items(value), func(item [2]string) bool { return item[0] == "t" }); at >= 0 {
			i.describeTimestamp(f, items(value)[at][1])
		}
	}
}

func (i *inspector) describeTimestamp(f *finding, text string) {
	seconds, ok := strict.Seconds(text)
	if !ok {
		return // the verifier says it
	}
	old := age(i.now, seconds)
	f.Timestamp, f.Age = &seconds, &old
	if inMilliseconds(seconds) {
		f.problem("malformed_timestamp", "these are milliseconds; the scheme has seconds")
	}
}

// coreSignatures reads version and signature in turn, as the scheme writes
// them.
func coreSignatures(value string) []signature {
	tokens := strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == ',' })
	var found []signature
	for n := 0; n+1 < len(tokens); n += 2 {
		found = append(found, describeSignature(tokens[n], tokens[n+1], "base64"))
	}
	return found
}

func itemSignatures(value string) []signature {
	var found []signature
	for _, item := range items(value) {
		if strings.HasPrefix(item[0], "v") {
			found = append(found, describeSignature(item[0], item[1], "hex"))
		}
	}
	return found
}

// items takes "label=value,label=value" apart.
func items(value string) [][2]string {
	var all [][2]string
	for item := range strings.SplitSeq(value, ",") {
		label, value, _ := strings.Cut(strings.Trim(item, " \t"), "=")
		all = append(all, [2]string{label, value})
	}
	return all
}

// describeSignature says how a signature is encoded, and what is wrong if it is
// not as the scheme has it.
func describeSignature(version, text, want string) signature {
	s := signature{Version: versionLabel(version)}
	if decoded, ok := strict.Base64(text); ok && len(text)%4 == 0 {
		s.Encoding, s.Length = "base64", len(decoded)
	}
	if decoded, err := hex.DecodeString(text); err == nil && slices.Contains([]int{20, 32, 48, 64}, len(decoded)) {
		s.Encoding, s.Length = "hex", len(decoded)
	}
	switch {
	case s.Encoding == want && s.Length == sizeOf(version):
	case s.Encoding == want && sizeOf(version) > 0:
		s.Message = "a signature of this version has another length"
	case s.Encoding != "" && s.Encoding != want:
		s.Message = "the scheme has it in " + want
	case s.Encoding == "" && isOtherBase64(text):
		s.Message = "it is in the URL-safe alphabet or has lost its padding; the scheme has it in " + want
	case s.Encoding == "":
		s.Message = "not in " + want
	}
	return s
}

var versionRE = regexp.MustCompile(`^v[0-9]+[a-z]?$`)

// versionLabel is the version of a signature. What is none can be a part of
// anything, such as a secret that was taken for a header.
func versionLabel(text string) string {
	if versionRE.MatchString(text) {
		return text
	}
	return kindUnknown
}

func sizeOf(version string) int {
	switch version {
	case sw.SchemeV1:
		return 32
	case sw.SchemeV1a:
		return 64
	default:
		return 0
	}
}

// isOtherBase64 reports whether text is in the URL-safe alphabet or lacks its
// padding. It is not in the scheme's own base64.
func isOtherBase64(text string) bool {
	text = strings.TrimRight(text, "=")
	for _, encoding := range []*base64.Encoding{base64.RawURLEncoding, base64.RawStdEncoding} {
		if _, err := encoding.Strict().DecodeString(text); err == nil {
			return true
		}
	}
	return false
}
