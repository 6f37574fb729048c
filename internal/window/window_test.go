package window_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/window"
)

func TestValid(t *testing.T) {
	for _, c := range []struct {
		past, future time.Duration
		want         bool
	}{
		{window.Default, window.Default, true},
		{window.Min, window.Max, true},
		{window.Max, window.Min, true},
		{window.Min - 1, window.Max, false},
		{window.Min, window.Max + 1, false},
		{0, window.Default, false},
		{window.Default, 0, false},
		{-window.Default, window.Default, false},
	} {
		require.Equal(t, c.want, window.Window{Past: c.past, Future: c.future}.Valid(), "%v %v", c.past, c.future)
	}
	require.False(t, window.Window{}.Valid(), "the zero Window is none")
}

func TestLocate(t *testing.T) {
	w := window.Window{Past: 10 * time.Second, Future: 1500 * time.Millisecond}
	now := time.Unix(1000, 0)
	for _, c := range []struct {
		name    string
		now     time.Time
		seconds int64
		want    window.Position
	}{
		{"now", now, 1000, window.Inside},
		{"oldest", now, 990, window.Inside},
		{"too old", now, 989, window.TooOld},
		{"too old by a nanosecond", now.Add(1), 990, window.TooOld},
		{"newest", now, 1001, window.Inside},
		{"too new", now, 1002, window.TooNew},
		{"newest by half a second", now.Add(500 * time.Millisecond), 1002, window.Inside},
		{"too new by a nanosecond", now.Add(500*time.Millisecond - 1), 1002, window.TooNew},
		{"end of int64", now, math.MaxInt64, window.TooNew},
		{"year one, end of int64", time.Time{}, math.MaxInt64, window.TooNew},
		{"year one, 1970", time.Time{}, 0, window.TooNew},
		{"far future, 1970", time.Unix(1<<50, 0), 0, window.TooOld},
	} {
		require.Equal(t, c.want, w.Locate(c.now, c.seconds), c.name)
	}
}

func TestAge(t *testing.T) {
	const far = math.MaxInt64 / int64(time.Second)
	now := time.Unix(1000, 5)
	for _, c := range []struct {
		now     time.Time
		seconds int64
		want    time.Duration
	}{
		{now, 1000, 5},
		{now, 990, 10*time.Second + 5},
		{now, 1001, -time.Second + 5},
		{now, math.MaxInt64, math.MinInt64},
		{time.Time{}, math.MaxInt64, math.MinInt64},
		{time.Unix(far-1, 999_999_999), 0, time.Duration(far-1)*time.Second + 999_999_999},
		{time.Unix(far, 999_999_999), 0, math.MaxInt64},
		{time.Unix(far+1, 0), 0, math.MaxInt64},
		{time.Unix(0, 0), far, -time.Duration(far) * time.Second},
		{time.Unix(0, 0), far + 1, math.MinInt64},
	} {
		require.Equal(t, c.want, window.Age(c.now, c.seconds), "%v %d", c.now, c.seconds)
	}
}
