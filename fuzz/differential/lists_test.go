package differential

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
)

var listDifferences = []difference{
	{
		name: "signatures in several fields", theirs: false,
		peers: map[string][]string{
			"reference": {"standard/verify/signature-fields-right-last"},
			"svix":      {"standard/verify/signature-fields-right-last"},
			"openai":    {"standard/verify/signature-fields-right-last"},
		},
		mend: mendSeveralFields,
	},
	{
		name: "the signatures of both sets of headers", theirs: false,
		peers: map[string][]string{"svix": {"svix/verify/both-svix-signature-wrong"}},
		mend:  mendBothSets,
	},
	{
		name: "signatures separated otherwise than by spaces, and from their versions otherwise than by a comma", theirs: false,
		peers: map[string][]string{
			"reference": {"standard/verify/separator-comma", "standard/verify/version-apart", "standard/verify/space-behind-comma"},
			"svix":      {"standard/verify/separator-comma", "standard/verify/version-apart", "standard/verify/space-behind-comma"},
			"openai":    {"standard/verify/separator-comma", "standard/verify/comma-behind", "standard/verify/item-third-part"},
		},
		mend: mendSeparators,
	},
	{
		name: "signatures without a version, and other white space", theirs: true,
		peers: map[string][]string{"openai": {"standard/verify/bare", "standard/verify/separator-tab", "standard/verify/separator-line-feed", "standard/verify/version-crossed"}},
		mend:  mendBareSignatures,
	},
}

func mendSeveralFields(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	name := prefixOf(e) + "-signature"
	all := values(e, name)
	return with(e, name, strings.Join(all, " ")), len(all) > 1
}

func mendBothSets(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	other := values(e, "webhook-signature")
	if prefixOf(e) != "svix" || len(other) == 0 {
		return e, false
	}
	all := append(values(e, "svix-signature"), other...)
	return with(e, "svix-signature", strings.Join(all, " ")), true
}

// In a list every run of separators is two spaces, of which a match takes one
// on either side.
var (
	separators = regexp.MustCompile(`[ ,]+`)
	candidate  = regexp.MustCompile(` v1  ([!-~]{44}) `)
)

// mendSeparators writes the candidates as the specification has them.
func mendSeparators(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	name := prefixOf(e) + "-signature"
	value := exchange.Header(e.Headers).Get(name)
	var list []string
	for _, groups := range candidate.FindAllStringSubmatch(separators.ReplaceAllString(","+value+",", "  "), -1) {
		list = append(list, "v1,"+groups[1])
	}
	plain := strings.Join(list, " ")
	return with(e, name, plain), plain != value
}

// mendBareSignatures gives a version to what has none, and spaces alone between
// all.
func mendBareSignatures(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	value := exchange.Header(e.Headers).Get("webhook-signature")
	list := strings.Fields(value)
	bySpaces := strings.FieldsFunc(value, func(r rune) bool { return r == ' ' })
	found := !slices.Equal(list, bySpaces)
	for i, item := range list {
		if len(item) == 44 && !strings.Contains(item, ",") {
			list[i], found = "v1,"+item, true
		}
	}
	return with(e, "webhook-signature", strings.Join(list, " ")), found
}

var stripeDifferences = []difference{
	{
		name: "items in several fields", theirs: false,
		peers: map[string][]string{"stripe": {"stripe/verify/header-split", "stripe/verify/header-twice-right-last"}},
		mend:  mendStripeFields,
	},
	{
		name: "items in the first field alone", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/verify/timestamp-twice-in-fields"}},
		mend:  mendStripeFirstField,
	},
	{
		name: "items with blanks around them", theirs: false,
		peers: map[string][]string{"stripe": {"stripe/verify/space-behind-comma", "stripe/verify/tab-behind-comma", "stripe/verify/space-in-front", "stripe/verify/space-behind"}},
		mend: mendItems(func(items []string) []string {
			for i, item := range items {
				items[i] = strings.Trim(item, " \t")
			}
			return items
		}),
	},
	{
		name: "items that a space in front makes others of", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/verify/timestamp-twice-behind-space"}},
		mend: mendItems(func(items []string) []string {
			return slices.DeleteFunc(items, func(item string) bool { return strings.HasPrefix(item, " ") || strings.HasPrefix(item, "\t") })
		}),
	},
	{
		name: "items without a value, or with two equals signs", theirs: false,
		peers: map[string][]string{"stripe": {"stripe/verify/comma-behind", "stripe/verify/item-no-value", "stripe/verify/item-version-only", "stripe/verify/item-equals-twice"}},
		mend: mendItems(func(items []string) []string {
			return slices.DeleteFunc(items, func(item string) bool { return strings.Count(item, "=") != 1 || item == "t=" })
		}),
	},
	{
		name: "the last of several timestamps", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/verify/timestamp-twice-signed-last"}},
		mend: mendItems(func(items []string) []string {
			seen := false
			for i, item := range slices.Backward(items) {
				if strings.HasPrefix(item, "t=") && seen {
					items = slices.Delete(items, i, i+1)
				}
				seen = seen || strings.HasPrefix(item, "t=")
			}
			return items
		}),
	},
	{
		name: "a timestamp with a sign or leading zeros in an item", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/verify/timestamp-leading-plus-for-number", "stripe/verify/timestamp-leading-zero-for-number"}},
		mend: mendItems(func(items []string) []string {
			for i, item := range items {
				if text, ok := strings.CutPrefix(item, "t="); ok {
					items[i] = "t=" + plainNumber(text)
				}
			}
			return items
		}),
	},
	{
		name: "a timestamp of any time to come", theirs: true,
		peers: map[string][]string{"stripe": {"stripe/verify/301-ahead", "stripe/verify/year-ahead", "stripe/verify/milliseconds", "stripe/verify/nanoseconds"}},
		mend:  mendFuture,
	},
}

func mendStripeFields(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	all := values(e, "Stripe-Signature")
	return with(e, "Stripe-Signature", strings.Join(all, ",")), len(all) > 1
}

func mendStripeFirstField(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
	all := values(e, "Stripe-Signature")
	return with(e, "Stripe-Signature", all[:min(len(all), 1)]...), len(all) > 1
}

// mendItems changes the list of items in the first field.
func mendItems(change func([]string) []string) func(peer, exchange.Exchange) (exchange.Exchange, bool) {
	return func(_ peer, e exchange.Exchange) (exchange.Exchange, bool) {
		value := exchange.Header(e.Headers).Get("Stripe-Signature")
		changed := strings.Join(change(strings.Split(value, ",")), ",")
		return with(e, "Stripe-Signature", changed), changed != value
	}
}

// mendFuture signs the message now.
func mendFuture(p peer, e exchange.Exchange) (exchange.Exchange, bool) {
	timestamp := p.read(e).timestamp
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	ahead := err == nil && time.Unix(seconds, 0).After(e.Now)
	now := strconv.FormatInt(e.Now.Unix(), 10)
	mended, _ := mendItems(func(items []string) []string {
		for i, item := range items {
			if item == "t="+timestamp {
				items[i] = "t=" + now
			}
		}
		return items
	})(p, e)
	return p.resigned(e, mended), ahead
}
