package oracle

import "math/big"

// The curve of Ed25519, RFC 8032, section 5.1: -x² + y² = 1 + d·x²·y² over the
// integers modulo p.
var (
	one    = big.NewInt(1)
	curveP = sub(new(big.Int).Lsh(one, 255), big.NewInt(19))
	curveD = mod(mul(big.NewInt(-121665), inverse(big.NewInt(121666))))
)

type point struct{ x, y *big.Int }

// goodPoint says whether 32 bytes are the canonical encoding of a point that
// is not of small order. With one that is, most messages can be forged.
func goodPoint(encoded []byte) bool {
	a, ok := decodePoint(encoded)
	if !ok {
		return false
	}
	a2 := addPoints(a, a)
	a4 := addPoints(a2, a2)
	a8 := addPoints(a4, a4)
	isIdentity := a8.x.Sign() == 0 && a8.y.Cmp(one) == 0
	return !isIdentity
}

// decodePoint follows RFC 8032, section 5.1.3. y not below p, or a sign on an x
// of zero, would be a second way to write a point.
func decodePoint(encoded []byte) (point, bool) {
	y := new(big.Int)
	for i := 31; i >= 0; i-- {
		y.Lsh(y, 8)
		y.Or(y, big.NewInt(int64(encoded[i])))
	}
	sign := y.Bit(255)
	y.SetBit(y, 255, 0)
	if y.Cmp(curveP) >= 0 {
		return point{}, false
	}

	// The equation of the curve, solved for x².
	y2 := mul(y, y)
	x2 := mod(mul(sub(y2, one), inverse(add(mul(curveD, y2), one))))
	x := new(big.Int).ModSqrt(x2, curveP)
	if x == nil {
		return point{}, false
	}
	if x.Sign() == 0 && sign == 1 {
		return point{}, false
	}
	if x.Bit(0) != sign {
		x = sub(curveP, x)
	}
	return point{x, y}, true
}

// addPoints is the addition of RFC 8032, section 5.1.4, as a fraction. It holds
// for any two points, equal ones too.
func addPoints(a, b point) point {
	xx, yy := mul(a.x, b.x), mul(a.y, b.y)
	xy, yx := mul(a.x, b.y), mul(a.y, b.x)
	dxy := mod(mul(curveD, mul(xx, yy)))
	return point{
		x: mod(mul(add(xy, yx), inverse(add(one, dxy)))),
		y: mod(mul(add(yy, xx), inverse(sub(one, dxy)))),
	}
}

func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func mul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func mod(a *big.Int) *big.Int    { return new(big.Int).Mod(a, curveP) }

func inverse(a *big.Int) *big.Int { return new(big.Int).ModInverse(mod(a), curveP) }
