package doctor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/whsec/whsec/standardwebhooks"
)

// Lint looks without any cryptography. What it says is no proof, and counts as
// a cause only when no signature has matched.

var placeholderRE = regexp.MustCompile(`(?i)^(?:undefined|null|none|nil|nan|true|false|secret|test|todo|changeme|change[_-]me|replace[_-]?me|example|placeholder|\[object object\]|[x.*•…_-]+)$` +
	`|^\$\{.*\}?$|^\$\(.*\)?$|^\$[A-Z_][A-Z0-9_]*$|^%[A-Z_][A-Z0-9_]*%$|\{\{.*\}\}|^<.*>$|^\[.*\]$` +
	`|^(?:env|getenv|config|process\.env|os\.environ|import\.meta|secrets|vault|op|ssm|arn|projects|@microsoft\.keyvault)[(.\[:/]` +
	`|^(?:your|my|the)[_ -].*(?:secret|key|here)|(?:secret|key)[_ -]here$|\.\.\.$|…$`)

// apiKeyRE is how providers' API keys, tokens and ids begin that are taken for
// the secret of a webhook.
var apiKeyRE = regexp.MustCompile(`^(?:[srp]k_(?:test|live)_|[srp]k_|sk-|re_[A-Za-z0-9]{4,}_|gh[pousr]_|github_pat_|glpat-|xox[abp]-|shp(?:at|ca|pa|ss)_|SG\.[A-Za-z0-9_-]{10,}\.|AKIA[A-Z0-9]{16}$` +
	`|eyJ[A-Za-z0-9_-]+\.|we_[A-Za-z0-9]{10,}|ep_[A-Za-z0-9]{10,}|evt_|msg_|acct_|app_[A-Za-z0-9]{10,}|https?://|-----BEGIN |ssh-(?:ed25519|rsa) |Bearer )`)

// lintSecret says what a text is, if not a secret.
func lintSecret(scheme string, t Text) (finding, bool) {
	text := strings.TrimFunc(t.text(), isInvisible)
	bare := unprefixed(strings.Trim(text, quotes))
	switch {
	case bare == "":
		return finding{SecretEmpty, "the configured secret is empty: the variable or file that holds it is not set", t.Name}, true
	case placeholderRE.MatchString(bare):
		return finding{SecretPlaceholder, "the configured secret is a placeholder, not a secret: what should have replaced it did not", t.Name}, true
	case isKeyFile(text):
		return finding{SecretWrongKind, keyFile, t.Name}, true
	case isProse(bare):
		return finding{SecretPlaceholder, "the configured secret is a sentence, such as an error message of the program that was to print it", t.Name}, true
	case apiKeyRE.MatchString(bare):
		return finding{SecretWrongKind, "the configured secret is an API key, a token or an id, not the signing secret of the webhook", t.Name}, true
	case strings.HasPrefix(text, "whsk_"):
		return finding{SecretWrongKind, "the configured key is a private key (whsk_), which belongs to the sender alone", t.Name}, true
	case strings.HasPrefix(text, "whpk_") && (!ofCore(scheme) || len(configuredKeys(text)) == 0):
		return finding{SecretWrongKind, "the configured key is a public key (whpk_) of Standard Webhooks, not the secret of this webhook", t.Name}, true
	case !ofCore(scheme):
		return finding{}, false
	}
	return lintParse(t)
}

const keyFile = "the configured secret is a key as another program keeps it (PEM, OpenSSH or JWK)"

func isKeyFile(text string) bool {
	return strings.HasPrefix(text, "-----BEGIN ") || strings.HasPrefix(text, "ssh-ed25519 ") ||
		strings.HasPrefix(text, "{") && strings.Contains(text, `"kty"`)
}

// isProse reports whether a text is words with spaces between them.
func isProse(text string) bool {
	words := strings.Fields(text)
	return len(words) >= 4 && strings.IndexFunc(text, func(r rune) bool { return r == '|' || r == ',' }) < 0 && !strings.Contains(text, secretPrefix)
}

func lintParse(t Text) (finding, bool) {
	if len(configuredKeys(t.text())) > 0 {
		return finding{}, false
	}
	_, err := standardwebhooks.ParseVerifyingKey(t.text())
	code := SecretMalformed
	if standardwebhooks.Code(err) == "weak_secret" {
		code = SecretWeak
	}
	return finding{code, fmt.Sprintf("the configured secret is refused: %v", err), t.Name}, err != nil
}

// lintVersions says that the request is signed with another kind of key than
// the one configured.
func (p *patient) lintVersions() (finding, bool) {
	if !ofCore(p.scheme) || len(p.entries) == 0 || len(p.keys.levels[0]) == 0 {
		return finding{}, false
	}
	var symmetric, asymmetric, keyV1, keyV1a bool
	for _, e := range p.entries {
		symmetric = symmetric || len(e.digest) == 32
		asymmetric = asymmetric || e.proper && len(e.digest) == 64
	}
	for _, k := range p.keys.levels[0] {
		keyV1, keyV1a = keyV1 || k.public == nil, keyV1a || k.public != nil
	}
	name := p.keys.levels[0][0].text
	switch {
	case asymmetric && !symmetric && !keyV1a:
		return finding{SecretWrongKind, "the request is signed with Ed25519 (v1a) alone, which takes the sender's public key (whpk_), and the key configured is a symmetric secret", name}, true
	case symmetric && !asymmetric && !keyV1:
		return finding{SecretWrongKind, "the request is signed with a symmetric secret (v1) alone, which takes a secret (whsec_), and the key configured is a public one", name}, true
	}
	return finding{}, false
}

// lintHeaders says which headers are missing.
func (p *patient) lintHeaders() (finding, bool) {
	if len(p.missing) == 0 {
		return finding{}, false
	}
	message := "the request lacks " + strings.Join(p.missing, " and ")
	if len(p.aliases) > 0 {
		message += "; it has " + strings.Join(p.aliases, " and ") + ", which is another name"
	}
	return finding{code: HeaderMissing, message: message}, true
}

// lintBody says what can be seen of a body that nothing explains.
func (p *patient) lintBody() (finding, bool) {
	r := p.Request
	declared := r.ContentLength
	switch n := int64(len(p.body)); {
	case n == 0 && r.Absent:
		return finding{code: BodyEmpty, message: "the capture does not hold the body: capture the request with it"}, true
	case n == 0 && (r.Method == "GET" || r.Method == "HEAD"):
		return finding{code: BodyEmpty, message: "the request is a " + r.Method + " without a body: a redirect turns a POST into that, so the sender should call the final address"}, true
	case n == 0 && declared > 0 && r.Trace:
		return finding{code: BodyEmpty, message: "the body is empty: something read it before it was captured, or the capture leaves it out, as curl -v does"}, true
	case n == 0 && declared != 0:
		return finding{code: BodyEmpty, message: "the body is empty: something read it before it was captured"}, true
	case r.ChunkError != nil:
		return finding{code: BodyTruncated, message: "the body was cut: its last chunk is missing"}, true
	case n < declared && !p.wholeJSON() && !p.objectText():
		return finding{code: BodyTruncated, message: fmt.Sprintf("the body was cut: Content-Length says %d bytes, and there are %d", declared, n)}, true
	case isRound(n) && p.cutJSON():
		return finding{code: BodyTruncated, message: fmt.Sprintf("the body was cut: the JSON ends in the middle, after %d bytes, which looks like a limit", n)}, true
	case strings.Contains(strings.ToLower(r.Get("Content-Encoding")), "gzip") && n > 0 && !bytes.HasPrefix(p.body, gzipMagic):
		return finding{code: BodyGzip, message: "the header says that the body is compressed, and it is not: it was inflated on its way, and the signature is likely that of the compressed one"}, true
	}
	return finding{}, false
}

func (p *patient) wholeJSON() bool {
	_, ok := readDocument(p.body)
	return ok
}

// cutJSON reports whether the body is JSON, a value or several, and ends in the
// middle of one.
func (p *patient) cutJSON() bool {
	if trimmed := bytes.TrimLeft(p.body, jsonSpace); len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(p.body))
	for {
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

// objectText reports whether the body is what JavaScript makes of an object
// that is used as a text.
func (p *patient) objectText() bool { return bytes.HasPrefix(p.body, []byte("[object ")) }

// isRound reports whether a length is one that programs have for a limit.
func isRound(n int64) bool {
	const least = 256
	return n >= least && (n&(n-1) == 0 || n&(n+1) == 0 || n%1000 == 0 || n%1024 == 0)
}

// lintTimestamp says that a timestamp is not what the scheme has.
func (p *patient) lintTimestamp() (finding, bool) {
	if len(p.frames) == 0 {
		return finding{}, false
	}
	m, ok := readTimestamp(p.frames[0].timestamp)
	if !ok || m.finding == nil || m.finding.code != TimestampISO8601 {
		return finding{}, false
	}
	return *m.finding, true
}

// lossy says why a body can not be what was signed any more.
func (p *patient) lossy() string {
	r := p.Request
	switch {
	case p.objectText():
		return "the body is the text of an object ([object Object]): the program turned it into a string, and its content is lost"
	case r.Lossy || strings.ContainsRune(string(p.body), utf8.RuneError):
		return "the body holds U+FFFD, which stands for bytes that were lost when it was taken for text"
	case r.Printable:
		return "the capture shows a dot for every byte that is not printable, so that these are lost"
	case r.Parsed:
		return "the capture has the body as a JSON value, so that its own spelling is lost"
	case r.ContentLength >= 0 && int64(len(p.body)) != r.ContentLength:
		return fmt.Sprintf("the body has %d bytes where Content-Length says %d, and nothing that undoes it matches under the secrets given: the request was signed with another secret, or the body was changed in a way that cannot be undone, as by a parser that changes numbers, or drops keys or changes their order; capture the raw bytes", len(p.body), r.ContentLength)
	}
	return ""
}

func isPrintable(r rune) bool { return unicode.IsPrint(r) && r < utf8.RuneSelf }
