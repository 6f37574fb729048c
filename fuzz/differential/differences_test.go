package differential

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
)

// differences are those that are known. Keys come first: what is signed again
// is signed with the key.
var differences = slices.Concat(keyDifferences, messageDifferences, listDifferences, stripeDifferences)

const strongKey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

var keyDifferences = []difference{
	{
		name: "a key without its prefix is the text itself", theirs: true,
		peers: map[string][]string{"openai": {"standard/verify/key-plain-text", "standard/verify/public-key-text-as-secret"}},
		mend:  mendKeyText,
	},
	{
		name: "a key without its prefix is base64 all the same", theirs: false,
		peers: map[string][]string{"openai": {"standard/key/no-prefix"}},
		mend:  mendKeySpelling,
	},
	{
		name: "line ends and stray bits in the base64 of a key", theirs: true,
		peers: map[string][]string{
			"reference": {"standard/key/line-feed-inside", "standard/key/line-end-inside"},
			"svix":      {"standard/key/line-feed-inside", "standard/key/line-end-inside"},
		},
		mend: mendKeyText,
	},
	{
		name: "white space around a key, and a key without padding", theirs: false,
		peers: map[string][]string{
			"reference": {"standard/key/unpadded", "standard/key/space-behind", "standard/key/space-in-front"},
			"svix":      {"standard/key/unpadded", "standard/key/space-behind", "standard/key/space-in-front"},
			"openai":    {"standard/key/unpadded", "standard/key/space-behind", "standard/key/line-feed-behind"},
		},
		mend: mendKeySpelling,
	},
	{
		name: "a key that is empty, or zeros, or short", theirs: true,
		peers: map[string][]string{
			"reference": {"standard/verify/key-empty-text", "standard/verify/key-zero-bytes", "standard/verify/key-short", "standard/key/23-bytes"},
			"svix":      {"svix/verify/key-empty", "svix/verify/key-prefix-only", "standard/verify/key-zero-bytes", "standard/verify/key-short"},
			"openai":    {"standard/verify/key-zero-bytes"},
			"stripe":    {"stripe/verify/key-empty", "stripe/key/zero-byte"},
		},
		mend: mendBadKey("empty_secret", "weak_secret"),
	},
	{
		name: "white space around a key that is its text", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/key/line-feed-behind", "stripe/key/space-in-front"}},
		mend:  mendBadKey("malformed_secret"),
	},
	{
		name: "a key of another scheme that is its text", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/key/private-key"}},
		mend:  mendBadKey("wrong_key_type"),
	},
	{
		name: "public keys", theirs: false,
		peers: map[string][]string{
			"reference": {"standard/verify/ed25519-published"},
			"svix":      {"standard/verify/ed25519-published"},
			"openai":    {"standard/verify/ed25519-published"},
		},
		mend: mendPublicKey,
	},
}

// mendKeyText writes the key that the library has read.
func mendKeyText(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	key := p.read(e).key
	return withKey(e, key), key != e.Keys[0]
}

// mendKeySpelling writes the key that ours has read.
func mendKeySpelling(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	secret, err := standardwebhooks.ParseSecret(e.Keys[0])
	return withKey(e, secret.Text()), err == nil && secret.Text() != e.Keys[0]
}

// mendBadKey signs with a good key in the place of one that the oracle refuses
// like that.
func mendBadKey(codes ...string) func(peer, exchange.Exchange) (exchange.Exchange, bool) {
	return func(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
		code := oracle.ParseKey(p.profile, "verify", e.Keys[0])
		return p.resigned(e, withKey(e, strongKey)), slices.Contains(codes, code)
	}
}

// mendPublicKey signs with a secret where there is a signature of version v1a,
// which ours has found right.
func mendPublicKey(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	if !strings.HasPrefix(strings.TrimSpace(e.Keys[0]), "whpk_") {
		return e, false
	}
	mended := withKey(e, strongKey)
	s := p.read(mended)
	return with(mended, prefixOf(e)+"-signature", "v1,"+exchange.Signature(p.profile, s.key, s.id, s.timestamp, e.Body)), true
}

var messageDifferences = []difference{
	{
		name: "empty fields in front of others", theirs: false,
		peers: map[string][]string{
			"reference": {"standard/verify/id-behind-empty", "standard/verify/timestamp-behind-empty", "standard/verify/signature-behind-empty"},
			"svix":      {"standard/verify/id-behind-empty", "standard/verify/timestamp-behind-empty", "standard/verify/signature-behind-empty"},
			"openai":    {"standard/verify/id-behind-empty", "standard/verify/timestamp-behind-empty", "standard/verify/signature-behind-empty"},
			"stripe":    {"stripe/verify/header-behind-empty"},
		},
		mend: mendEmptyFields,
	},
	{
		name: "the first of several fields that differ", theirs: true,
		peers: map[string][]string{
			"reference": {"standard/verify/id-twice-right-first", "standard/verify/timestamp-twice-right-first"},
			"svix":      {"svix/verify/svix-id-twice", "svix/verify/svix-timestamp-twice"},
			"openai":    {"standard/verify/id-twice-right-first", "standard/verify/timestamp-twice-right-first"},
		},
		mend: mendFirstField,
	},
	{
		name: "the first of two sets of headers that differ", theirs: true,
		peers: map[string][]string{"svix": {"svix/verify/both-webhook-id-other", "svix/verify/both-webhook-timestamp-other"}},
		mend:  mendFirstSet,
	},
	{
		name: "full stops, control characters and white space in an id", theirs: true,
		peers: map[string][]string{
			"reference": {"standard/verify/id-dot", "standard/verify/id-takes-timestamp", "standard/verify/id-nul", "standard/verify/id-space-in-front"},
			"svix":      {"svix/verify/id-takes-timestamp", "standard/verify/id-nul", "standard/verify/id-space-in-front"},
			"openai":    {"standard/verify/id-dot", "standard/verify/id-takes-timestamp", "standard/verify/id-nul", "standard/verify/id-space-in-front"},
		},
		mend: mendID,
	},
	{
		name: "a timestamp with a sign or leading zeros", theirs: true,
		peers: map[string][]string{
			"reference": {"standard/verify/timestamp-leading-plus-for-number", "standard/verify/timestamp-leading-zero-for-number"},
			"svix":      {"svix/verify/timestamp-leading-plus-for-number", "standard/verify/timestamp-leading-zero-for-number"},
			"openai":    {"standard/verify/timestamp-leading-plus", "standard/verify/timestamp-leading-zeros"},
		},
		mend: mendTimestamp,
	},
	{
		name: "the age of the least timestamps overflows", theirs: true,
		peers: map[string][]string{"openai": {"standard/verify/timestamp-int64-min"}},
		mend:  mendLeastTimestamp,
	},
}

func mendEmptyFields(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	mended := e
	mended.Headers = slices.DeleteFunc(slices.Clone(e.Headers), func(field [2]string) bool { return field[1] == "" })
	return mended, len(mended.Headers) < len(e.Headers)
}

func mendFirstField(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	mended := e
	for _, name := range []string{prefixOf(e) + "-id", prefixOf(e) + "-timestamp"} {
		if all := values(e, name); len(all) > 1 {
			mended = with(mended, name, all[0])
		}
	}
	return mended, len(mended.Headers) < len(e.Headers)
}

func mendFirstSet(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	if prefixOf(e) != "svix" {
		return e, false
	}
	mended := e
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		mended = with(mended, name)
	}
	return mended, len(mended.Headers) < len(e.Headers)
}

// mendID goes by bytes: an id need not be UTF-8.
func mendID(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	id := p.read(e).id
	good := []byte(strings.Trim(id, " "))
	for i, b := range good {
		if b == '.' || b < ' ' || b == 0x7f {
			good[i] = '_'
		}
	}
	if len(good) == 0 {
		good = []byte("_")
	}
	return p.resigned(e, with(e, prefixOf(e)+"-id", string(good))), string(good) != id
}

func mendTimestamp(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	name := prefixOf(e) + "-timestamp"
	text := exchange.Header(e.Headers).Get(name)
	plain := plainNumber(text)
	return p.resigned(e, with(e, name, plain)), plain != text
}

func mendLeastTimestamp(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	seconds, err := strconv.ParseInt(p.read(e).timestamp, 10, 64)
	overflows := err == nil && seconds < e.Now.Unix()-math.MaxInt64
	return p.resigned(e, with(e, "webhook-timestamp", strconv.FormatInt(e.Now.Unix(), 10))), overflows
}
