package standardwebhooks

import (
	"crypto/ed25519"
	"math/big"
	"slices"
)

// The field and the curve -x² + y² = 1 + dx²y² of RFC 8032, section 5.1.
var (
	fieldPrime = newInt("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed")
	curveD     = newInt("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3")
)

// smallOrderY has the y of every point whose order divides eight: of the two
// of order four, the identity and its opposite, and of the two pairs of order
// eight, which are opposite too.
var smallOrderY = []*big.Int{newInt("0"), newInt("1"), minus(newInt("1")), orderEight, minus(orderEight)}

var orderEight = newInt("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826")

func minus(y *big.Int) *big.Int { return new(big.Int).Sub(fieldPrime, y) }

func newInt(hex string) *big.Int {
	n, ok := new(big.Int).SetString(hex, 16)
	if !ok {
		panic("standardwebhooks: not a number: " + hex)
	}
	return n
}

// pointProblem says why a public key is refused, or "". Keys are public, so
// that variable-time arithmetic is no harm, and they are parsed once.
func pointProblem(key [ed25519.PublicKeySize]byte) string {
	key[31] &= 0x7f // the sign of x
	slices.Reverse(key[:])
	y := new(big.Int).SetBytes(key[:])
	switch {
	case y.Cmp(fieldPrime) >= 0:
		return "the encoding of the point is not canonical"
	case slices.ContainsFunc(smallOrderY, func(small *big.Int) bool { return y.Cmp(small) == 0 }):
		return "a point of small order, for which anyone can sign"
	case !onCurve(y):
		return "not a point of the curve"
	default:
		return ""
	}
}

// onCurve reports whether x² = (y² - 1) / (dy² + 1) has a solution. A quotient
// and the product of the same two numbers are squares together.
func onCurve(y *big.Int) bool {
	one := big.NewInt(1)
	square := new(big.Int).Mul(y, y)
	numerator := new(big.Int).Sub(square, one)
	denominator := square.Mul(square, curveD)
	denominator.Add(denominator, one)
	product := numerator.Mul(numerator, denominator)
	return big.Jacobi(product.Mod(product, fieldPrime), fieldPrime) >= 0
}
