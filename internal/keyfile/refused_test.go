package keyfile_test

import (
	"bytes"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/keyfile"
	"github.com/whsec/whsec/standardwebhooks"
)

// sshString is a string as OpenSSH writes it.
func sshString(text string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(text)))) + text
}

// sshPrivate is an unencrypted OpenSSH key: its public key, and its private part
// without the padding.
func sshPrivate(cipher, kdf, options, public, private string, keys byte) string {
	for i := byte(1); len(private)%8 != 0; i++ {
		private += string(i)
	}
	return string(block("OPENSSH PRIVATE KEY", []byte("openssh-key-v1\x00"+sshString(cipher)+sshString(kdf)+sshString(options)+
		"\x00\x00\x00"+string(keys)+sshString(public)+sshString(private))))
}

// Public keys that anyone can sign for, or that are written in another way.
var (
	smallOrder   = strings.Repeat("\x00", 32)
	notCanonical = "\xee" + strings.Repeat("\xff", 30) + "\x7f"
)

const (
	ed25519ID = "\x30\x05\x06\x03\x2b\x65\x70"
	spki      = "\x30\x2a" + ed25519ID + "\x03\x21\x00"
)

func TestRefused(t *testing.T) {
	t.Parallel()
	file := func(name string) string { return string(fixture(t, name)) }
	der := func(text string) string { return string(derOf(t, []byte(text))) }
	private := func(der string) string { return string(block("PRIVATE KEY", []byte(der))) }
	public := func(der string) string { return string(block("PUBLIC KEY", []byte(der))) }
	ed := sshString("ssh-ed25519") + sshString(strings.Repeat("\x01", 32))
	rfc := "\x9d\x61\xb1\x9d\xef\xfd\x5a\x60\xba\x84\x4a\xf4\x92\xec\x2c\xc4\x44\x49\xc5\x69\x7b\x32\x69\x19\x70\x3b\xac\x03\x1c\xae\x7f\x60"
	rfcPublic := "\xd7\x5a\x98\x01\x82\xb1\x0a\xb7\xd5\x4b\xfe\xd3\xc9\x64\x07\x3a\x0e\xe1\x72\xf3\xda\xa6\x23\x25\xaf\x02\x1a\x68\xf7\x07\x51\x1a"
	whole := "\x00\x00\x00\x01\x00\x00\x00\x01" + sshString("ssh-ed25519") + sshString(rfcPublic) + sshString(rfc+rfcPublic) + sshString("")
	jwk := func(members string) string { return `{"kty":"OKP","crv":"Ed25519",` + members + `}` }
	const x, d = `"x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"`, `"d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"`

	for name, tt := range map[string]struct{ file, code, says string }{
		"nothing":     {"", "malformed_key_file", "it is empty"},
		"white space": {" \n", "malformed_key_file", "it is empty"},
		"prose":       {"hello", "unsupported_format", "no key is recognised"},
		"NUL bytes":   {"\xff\xfe-\x00-\x00", "unsupported_format", "UTF-16"},
		"text form":   {"whsk_x", "unsupported_format", "the text form already"},
		"PuTTY":       {file("putty.ppk"), "unsupported_format", "a key of PuTTY"},
		"RFC 4716":    {file("openssh.rfc4716"), "unsupported_format", "RFC 4716"},
		"DER":         {der(rfc8410Private), "unsupported_format", "the binary form"},

		"RSA":         {file("rsa.pem"), "wrong_key_type", "an RSA key; v1a takes Ed25519 alone"},
		"RSA, PKCS#1": {file("rsa-pkcs1.pem"), "wrong_key_type", "an RSA key; v1a takes Ed25519 alone"},
		"EC":          {file("ec.pem"), "wrong_key_type", "an EC key (ECDSA); v1a"},
		"EC, SEC 1":   {file("ec-sec1.pem"), "wrong_key_type", "an EC key (ECDSA); v1a"},
		"X25519":      {file("x25519.pem"), "wrong_key_type", "an X25519 key, for key agreement"},
		"Ed448":       {file("ed448.pem"), "wrong_key_type", "an Ed448 key"},
		"another":     {public("\x30\x09\x30\x04\x06\x02\x2a\x03\x03\x01\x00"), "wrong_key_type", "not known here (1.2.3)"},

		"encrypted PKCS#8": {file("encrypted.pem"), "unsupported_format", "encrypted (PKCS#8)"},
		"certificate":      {file("cert.pem"), "unsupported_format", "a certificate, not a key"},
		"request":          {file("csr.pem"), "unsupported_format", "a request for a certificate"},
		"PGP":              {"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----", "unsupported_format", "a PGP key"},
		"other PEM":        {string(block("X9.42 DH PARAMETERS", []byte("x"))), "unsupported_format", "neither PRIVATE KEY"},

		"two blocks":         {rfc8410Private + rfc8410Public, "several_keys", "several PEM blocks"},
		"key and chain":      {file("openssl.pem") + file("cert.pem"), "several_keys", "several PEM blocks"},
		"broken, then one":   {strings.Replace(rfc8410Private, "MC4C", "!!!!", 1) + rfc8410Private, "several_keys", "several PEM blocks"},
		"text in front":      {"key:\n" + rfc8410Private, "malformed_key_file", "text in front of"},
		"text behind":        {rfc8410Private + "key", "malformed_key_file", "text behind"},
		"headers":            {strings.Replace(rfc8410Private, "MC4C", "Proc-Type: 4,ENCRYPTED\n\nMC4C", 1), "malformed_key_file", "headers"},
		"no end":             {rfc8410Private[:100], "malformed_key_file", "cut off"},
		"no base64":          {strings.Replace(rfc8410Private, "MC4C", "MC!C", 1), "malformed_key_file", "no base64"},
		"stray bits":         {strings.Replace(rfc8410Public, "ZuE=", "ZuF=", 1), "malformed_key_file", "does not belong there"},
		"no DER":             {private("hello"), "malformed_key_file", "not as it should be"},
		"no DER, public":     {public("hello"), "malformed_key_file", "not as it should be"},
		"bytes behind":       {private(der(rfc8410Private) + "x"), "malformed_key_file", "not as it should be"},
		"32 zero bits":       {public(spki + smallOrder), "malformed_secret", "small order"},
		"not canonical":      {public(spki + notCanonical), "malformed_secret", "not canonical"},
		"seed of zeros":      {private("\x30\x2e\x02\x01\x00" + ed25519ID + "\x04\x22\x04\x20" + smallOrder), "empty_secret", "zeros"},
		"parameters":         {public("\x30\x2c\x30\x07\x06\x03\x2b\x65\x70\x05\x00\x03\x21\x00" + rfcPublic), "malformed_key_file", "parameters"},
		"unused bits":        {public("\x30\x2a" + ed25519ID + "\x03\x21\x01" + rfcPublic[:31] + "\x10"), "malformed_key_file", "not as it should be"},
		"31 bytes":           {public("\x30\x29" + ed25519ID + "\x03\x20\x00" + rfcPublic[:31]), "malformed_key_file", "not as it should be"},
		"other half":         {private(strings.Replace(der(rfc8410Both), "\x81\x21\x00\x19", "\x81\x21\x00\x18", 1)), "malformed_secret", "does not belong to the seed"},
		"half in version 0":  {private(strings.Replace(der(rfc8410Both), "\x02\x01\x01", "\x02\x01\x00", 1)), "malformed_key_file", "not as it should be"},
		"half of other bits": {private(strings.Replace(der(rfc8410Both), "\x81\x21\x00", "\x81\x21\x01", 1)), "malformed_key_file", "not as it should be"},
		"more in it":         {private("\x30\x30\x02\x01\x00" + ed25519ID + "\x04\x22\x04\x20" + rfc + "\x05\x00"), "malformed_key_file", "not as it should be"},
		"more in the key":    {private("\x30\x30\x02\x01\x00" + ed25519ID + "\x04\x24\x04\x20" + rfc + "\x05\x00"), "malformed_key_file", "not as it should be"},
		"version 2, alone":   {private("\x30\x2e\x02\x01\x02" + ed25519ID + "\x04\x22\x04\x20" + rfc), "malformed_key_file", "not as it should be"},
		"version 2":          {private(strings.Replace(der(rfc8410Both), "\x02\x01\x01", "\x02\x01\x02", 1)), "malformed_key_file", "not as it should be"},

		"OpenSSH RSA":           {file("openssh-rsa"), "wrong_key_type", "an RSA key"},
		"OpenSSH ECDSA":         {file("openssh-ecdsa"), "wrong_key_type", "an EC key"},
		"OpenSSH aes128":        {file("openssh-aes128"), "unsupported_format", "in a way that is not taken"},
		"OpenSSH rounds":        {sshPrivate("aes256-ctr", "bcrypt", sshString("0123456789abcdef")+"\x00\x00\x08\x01", ed, whole, 1), "unsupported_format", "up to 2048 rounds"},
		"OpenSSH no rounds":     {sshPrivate("aes256-ctr", "bcrypt", sshString("0123456789abcdef")+"\x00\x00\x00\x00", ed, whole, 1), "unsupported_format", "up to 2048 rounds"},
		"OpenSSH other KDF":     {sshPrivate("aes256-ctr", "scrypt", "", ed, whole, 1), "unsupported_format", "in a way that is not taken"},
		"OpenSSH two keys":      {sshPrivate("none", "none", "", ed, whole, 2), "several_keys", "several OpenSSH keys"},
		"OpenSSH no magic":      {string(block("OPENSSH PRIVATE KEY", []byte("openssh-key-v2\x00"))), "malformed_key_file", "no OpenSSH private key"},
		"OpenSSH other public":  {sshPrivate("none", "none", "", sshString("ssh-ed25519")+sshString("\x1d"+rfcPublic[1:]), whole, 1), "malformed_key_file", "does not belong to its private key"},
		"OpenSSH other half":    {sshPrivate("none", "none", "", sshString("ssh-ed25519")+sshString(rfcPublic), strings.Replace(whole, rfc+"\xd7", rfc+"\xd6", 1), 1), "malformed_secret", "does not belong to the seed"},
		"OpenSSH check numbers": {sshPrivate("none", "none", "", sshString("ssh-ed25519")+sshString(rfcPublic), "\x01"+whole[1:], 1), "malformed_key_file", "private part"},
		"OpenSSH RSA inside":    {sshPrivate("none", "none", "", ed, whole[:8]+sshString("ssh-rsa")+whole[23:], 1), "malformed_key_file", "private part"},
		"OpenSSH device":        {sshPrivate("none", "none", "", sshString("sk-ssh-ed25519@openssh.com"), whole, 1), "wrong_key_type", "a security device (sk-ssh-ed25519)"},
		"OpenSSH unknown":       {sshPrivate("none", "none", "", sshString("ssh-new"), whole, 1), "wrong_key_type", "of a type that is not known here"},

		"public device":       {"sk-ssh-ed25519@openssh.com AAAA u@h", "wrong_key_type", "a security device (sk-ssh-ed25519)"},
		"public RSA":          {"ssh-rsa AAAA u@h", "wrong_key_type", "an RSA key"},
		"OpenSSH certificate": {file("openssh-encrypted-cert.pub"), "unsupported_format", "an OpenSSH certificate"},
		"two lines":           {file("openssh.pub") + file("openssh-encrypted.pub"), "several_keys", "several lines"},
		"known_hosts":         {"example.com " + file("openssh.pub"), "malformed_key_file", "text in front of the key"},
		"authorized_keys":     {`no-pty,command="x" ` + file("openssh.pub"), "malformed_key_file", "text in front of the key"},
		"type alone":          {"ssh-ed25519", "malformed_key_file", "ends behind the type"},
		"public no base64":    {"ssh-ed25519 AAAA! u", "malformed_key_file", "no base64"},
		"public cut":          {file("openssh.pub")[:60], "malformed_key_file", "no such key"},
		"public RSA inside":   {"ssh-ed25519 AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==", "malformed_key_file", "no such key"},
		"public small order":  {"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "malformed_secret", "small order"},

		"JWK RSA":         {`{"kty":"RSA","n":"AQ","e":"AQAB"}`, "wrong_key_type", "an RSA key"},
		"JWK EC":          {`{"kty":"EC","crv":"P-256"}`, "wrong_key_type", "an EC key"},
		"JWK another":     {`{"kty":"new"}`, "wrong_key_type", "a JWK of another kind"},
		"JWK X25519":      {`{"kty":"OKP","crv":"X25519",` + x + `}`, "wrong_key_type", "an X25519 key"},
		"JWK curve":       {`{"kty":"OKP","crv":"ed25519",` + x + `}`, "wrong_key_type", "on another curve"},
		"JWK no kty":      {`{"KTY":"OKP"}`, "malformed_key_file", "it has no kty"},
		"JWK no crv":      {`{"kty":"OKP"}`, "malformed_key_file", "it has no crv"},
		"JWK no x":        {jwk(d), "malformed_key_file", "it has no x"},
		"JWK no k":        {`{"kty":"oct"}`, "malformed_key_file", "it has no k"},
		"JWK twice":       {jwk(x + `,"crv":"Ed25519"`), "malformed_key_file", "a name twice"},
		"JWK cut":         {jwk(x)[:70], "malformed_key_file", "no JSON object"},
		"JWK two":         {rfc8037Public + rfc8037Public, "malformed_key_file", "no JSON object"},
		"JWK set of two":  {`{"keys":[` + rfc8037Public + "," + rfc8037Private + "]}", "several_keys", "several keys"},
		"JWK empty set":   {`{"keys":[]}`, "several_keys", "or of none"},
		"JWK set of sets": {`{"keys":[{"keys":[]}]}`, "malformed_key_file", "no key"},
		"JWK no set":      {`{"keys":3}`, "malformed_key_file", "no list"},
		"JWK encryption":  {jwk(x + `,"use":"enc"`), "wrong_key_type", "not for signing"},
		"JWK operations":  {jwk(x + "," + d + `,"key_ops":["verify"]`), "wrong_key_type", "not for signing"},
		"JWK algorithm":   {`{"kty":"oct","alg":"HS512","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ"}`, "wrong_key_type", "another algorithm than HS256"},
		"JWK odd use":     {jwk(x + `,"use":["sig"]`), "malformed_key_file", "use is not what it is"},
		"JWK null":        {jwk(`"x":null`), "malformed_key_file", "x is not in base64url"},
		"JWK padded":      {jwk(strings.Replace(x, `o"`, `o="`, 1)), "malformed_key_file", "x is not in base64url"},
		"JWK stray bits":  {jwk(strings.Replace(x, `Ro"`, `Rp"`, 1)), "malformed_key_file", "x is not in base64url"},
		"JWK line break":  {jwk(strings.Replace(x, `11qY`, `11qY\n`, 1)), "malformed_key_file", "x is not in base64url"},
		"JWK 31 bytes":    {jwk(`"x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`), "malformed_key_file", "x has another length"},
		"JWK d of 31":     {jwk(x + `,"d":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`), "malformed_key_file", "d has another length"},
		"JWK other half":  {jwk(d + `,"x":"GatEcWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE"`), "malformed_secret", "does not belong to the seed"},
		"JWK small order": {jwk(`"x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`), "malformed_secret", "small order"},
		"JWK weak":        {`{"kty":"oct","k":"AyM1Sys"}`, "weak_secret", "5 bytes"},
		"JWK zeros":       {`{"kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`, "empty_secret", "anyone can sign"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			key, err := keyfile.Parse([]byte(tt.file), never)
			require.ErrorContains(t, err, tt.says)
			assert.Equal(t, tt.code, code(err))
			assert.Empty(t, key.Text())
			assertHidden(t, err, tt.file)
		})
	}
}

func code(err error) string {
	if e := new(keyfile.Error); errors.As(err, &e) {
		return e.Code
	}
	return standardwebhooks.Code(err)
}

// assertHidden looks for twelve characters in a row that an error has from a
// file, in base64 or as they are.
func assertHidden(t *testing.T, err error, file string) {
	t.Helper()
	said := err.Error()
	if e := new(keyfile.Error); errors.As(err, &e) {
		said += e.Advice + e.Convert + e.Into
	}
	said = strings.ReplaceAll(said, "ssh-ed25519", "")
	lines := strings.Split(file, "\n")
	if b, _ := pem.Decode([]byte(file)); b != nil {
		lines = append(lines, string(b.Bytes))
	}
	const telling = 12
	for _, line := range lines {
		for i := 0; i+telling <= len(line) && !strings.HasPrefix(line, "-----"); i++ {
			require.NotContains(t, said, line[i:i+telling])
		}
	}
}

// TestWrongPassphrase says no more than that it is wrong.
func TestWrongPassphrase(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"hunter2", "", "hunter2 phrase\n", strings.Repeat("a", 1000)} {
		key, err := keyfile.Parse(fixture(t, "openssh-encrypted"), passphrase(wrong))
		require.Error(t, err)
		assert.Contains(t, []string{"wrong_passphrase", "malformed_key_file"}, code(err))
		assert.Empty(t, key.Text())
		if len(wrong) > 1 {
			assert.NotContains(t, err.Error(), wrong)
			assert.EqualError(t, err, "the passphrase is wrong")
		}
	}
}

// TestEveryFixtureIsKnown: none of the files is there for nothing, and none
// makes Parse panic when bytes of it are changed.
func TestEveryFixtureIsKnown(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("testdata")
	require.NoError(t, err)
	require.Greater(t, len(entries), 10)
	readme := fixture(t, "README.md")
	for _, entry := range entries {
		if entry.Name() == "README.md" {
			continue
		}
		assert.True(t, bytes.Contains(readme, []byte("`"+entry.Name()+"`")), entry.Name())
		data := fixture(t, entry.Name())
		for i := range data {
			changed := bytes.Clone(data)
			changed[i] ^= 0x11
			key, err := keyfile.Parse(changed, func() ([]byte, error) { return nil, errors.New("nobody there") })
			assert.Equal(t, err != nil, key.Text() == "", "%s changed at %d", entry.Name(), i)
		}
	}
}
