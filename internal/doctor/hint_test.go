package doctor_test

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

// A key of the other kind comes with what to do about it.
func TestHintsForKeysOfAnotherKind(t *testing.T) {
	const private = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
	const public = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
	key, err := base64.StdEncoding.DecodeString(public[len("whpk_"):])
	assert.NoError(t, err)
	for _, c := range []struct {
		name, secret string
		key          []byte
		hint         string
	}{
		{"private key", private, []byte("another"), "its public half is " + public},
		{"public key for v1", public, []byte("another"), "v1 is verified with the secret"},
		{"public key used as a secret", public, key, "have the sender sign with a secret"},
		{"PEM", "-----BEGIN PUBLIC KEY-----\n", []byte("another"), "whsec key import"},
		{"API key", "sk_live_51Habc0def9GhIjKlMn", []byte("another"), "--explain providers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDelivery(doctor.Standard).bodies(payload, payload)
			d.secret, d.key = c.secret, c.key
			assert.Contains(t, d.found(t, doctor.SecretWrongKind).Causes[0].Hint, c.hint)
		})
	}
}
