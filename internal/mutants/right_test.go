package mutants

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

func tolerance(chosen *int64) (int64, bool) {
	if chosen == nil {
		return 300, true
	}
	return *chosen, *chosen > 0
}

func fresh(now, t, tolerance int64) bool {
	return t >= now-tolerance && t <= now+tolerance
}

// parseTime takes digits that a machine word holds.
func parseTime(text string) (int64, string, bool) {
	if strings.Trim(text, "0123456789") != "" || len(text) > 1 && text[0] == '0' {
		return 0, "", false
	}
	t, err := strconv.ParseInt(text, 10, 64)
	return t, text, err == nil
}

// decodeBase64 is strict: Go's decoder skips line breaks.
func decodeBase64(text string) ([]byte, bool) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(text)
	return b, err == nil
}

func parseKey(text string) (key, bool) {
	rest, isPublic := strings.CutPrefix(text, "whpk_")
	if isPublic {
		public, ok := decodeBase64(rest)
		return key{public: public, text: text}, ok && goodPoint(public)
	}
	secret, ok := decodeBase64(strings.TrimPrefix(text, "whsec_"))
	return key{secret: secret, text: text}, ok && len(secret) >= 24 && !isZero(secret)
}

// goodPoint refuses what is not canonical, not on the curve, or of small order.
func goodPoint(public []byte) bool {
	return len(public) == ed25519.PublicKeySize && onCurve(public) && !slices.Contains(smallOrder, hex.EncodeToString(clearSign(public)))
}

var (
	fieldPrime, _ = new(big.Int).SetString("57896044618658097711785492504343953926634992332820282019728792003956564819949", 10)
	curveD, _     = new(big.Int).SetString("37095705934669439343138083508754565189542113879843219016388785533085940283555", 10)

	// smallOrder is the points of order 1, 2, 4 and 8, without their sign.
	smallOrder = []string{
		"0100000000000000000000000000000000000000000000000000000000000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"0000000000000000000000000000000000000000000000000000000000000000",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	}
)

func clearSign(public []byte) []byte {
	b := slices.Clone(public)
	b[31] &= 0x7f
	return b
}

// onCurve: y is below p, and x² = (y²-1)/(dy²+1) has a root.
func onCurve(public []byte) bool {
	b := clearSign(public)
	slices.Reverse(b)
	y := new(big.Int).SetBytes(b)
	if y.Cmp(fieldPrime) >= 0 {
		return false
	}
	one := big.NewInt(1)
	yy := new(big.Int).Mul(y, y)
	v := new(big.Int).Add(new(big.Int).Mul(curveD, yy), one)
	u := new(big.Int).Sub(yy, one)
	xx := u.Mul(u, v.ModInverse(v.Mod(v, fieldPrime), fieldPrime))
	return big.Jacobi(xx.Mod(xx, fieldPrime), fieldPrime) >= 0
}
