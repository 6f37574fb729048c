package window_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/window"
)

func TestLocateMilli(t *testing.T) {
	now := time.Unix(1614265330, 500_000_000)
	const milli = 1614265330_500
	w := window.Window{Past: 3 * time.Second, Future: 2 * time.Second}
	tests := []struct {
		name         string
		now          time.Time
		milliseconds int64
		want         window.Position
	}{
		{"now", now, milli, window.Inside},
		{"oldest", now, milli - 3000, window.Inside},
		{"a millisecond too old", now, milli - 3001, window.TooOld},
		{"a nanosecond too old", now.Add(1), milli - 3000, window.TooOld},
		{"newest", now, milli + 2000, window.Inside},
		{"a millisecond too new", now, milli + 2001, window.TooNew},
		{"a nanosecond too new", now.Add(-1), milli + 2000, window.TooNew},
		{"zero", now, 0, window.TooOld},
		{"greatest", now, math.MaxInt64, window.TooNew},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, w.LocateMilli(test.now, test.milliseconds))
		})
	}
}

func TestAgeMilli(t *testing.T) {
	const milli = 1614265330_500
	now := time.UnixMilli(milli)
	const far = int64(math.MaxInt64 / time.Second)
	assert.Equal(t, time.Duration(0), window.AgeMilli(now, milli))
	assert.Equal(t, 1501*time.Millisecond, window.AgeMilli(now, milli-1501))
	assert.Equal(t, -1501*time.Millisecond, window.AgeMilli(now, milli+1501))
	assert.Equal(t, time.Duration(math.MinInt64), window.AgeMilli(now, math.MaxInt64))
	assert.Equal(t, time.Duration(math.MinInt64), window.AgeMilli(time.Unix(0, 0), far*1000+999), "saturates in the rest of a second")
	assert.Equal(t, -time.Duration(far)*time.Second-854*time.Millisecond, window.AgeMilli(time.Unix(0, 0), far*1000+854))
}
