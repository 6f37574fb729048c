package oracle

import (
	"math/big"
	"time"
)

func goodTolerance(tolerance time.Duration) bool {
	return tolerance >= time.Second && tolerance <= 24*time.Hour
}

// checkWindow is step 6, in nanoseconds that have room for any timestamp.
func checkWindow(now time.Time, t int64, past, future time.Duration) string {
	age := sub(nanoseconds(now.Unix(), now.Nanosecond()), nanoseconds(t, 0))
	if age.Cmp(big.NewInt(int64(past))) > 0 {
		return timestampTooOld
	}
	ahead := new(big.Int).Neg(age)
	if ahead.Cmp(big.NewInt(int64(future))) > 0 {
		return timestampTooNew
	}
	return ""
}

func nanoseconds(seconds int64, rest int) *big.Int {
	second := big.NewInt(int64(time.Second))
	return add(mul(big.NewInt(seconds), second), big.NewInt(int64(rest)))
}
