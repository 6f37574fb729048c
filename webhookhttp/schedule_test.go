package webhookhttp_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/webhookhttp"
)

// again is the verdict on an attempt that failed and says nothing more.
var again = webhookhttp.Verdict{Outcome: webhookhttp.Retry}

func constant(x float64) func() float64 { return func() float64 { return x } }

// run returns when the attempts are made, counted from the first.
func run(schedule webhookhttp.Schedule, verdict webhookhttp.Verdict, random func() float64) []time.Duration {
	var at []time.Duration
	var elapsed time.Duration
	for made := 0; ; made++ {
		wait, more := schedule.Next(made, elapsed, verdict, random)
		if !more || made > 2000 {
			return at
		}
		if made > 0 {
			elapsed += wait
		}
		at = append(at, elapsed)
	}
}

func TestDefaultScheduleIsAsDocumented(t *testing.T) {
	schedule := webhookhttp.DefaultSchedule()
	want := []string{"0s", "5s", "1m0s", "5m0s", "15m0s", "30m0s", "1h0m0s", "3h0m0s", "8h0m0s", "18h0m0s", "32h0m0s", "50h0m0s", "72h0m0s"}
	var got []string
	for _, at := range run(schedule, again, nil) {
		got = append(got, at.String())
	}
	assert.Equal(t, strings.Join(want, ", "), strings.Join(got, ", "))
	assert.Equal(t, 13, schedule.Attempts())
	assert.Equal(t, 72*time.Hour, schedule.Window())

	shortest := run(schedule, again, constant(math.Nextafter(1, 0)))
	assert.InDelta(t, 57.6, shortest[12].Hours(), 1e-6)
	longest := run(schedule, again, constant(0))
	assert.Equal(t, 72*time.Hour, longest[12])
	assert.Less(t, schedule.Window(), webhookhttp.DefaultRetention)
}

func TestJitterStaysWithinItsBounds(t *testing.T) {
	schedule := webhookhttp.DefaultSchedule()
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[time.Duration]bool{}
	for range 1000 {
		at := run(schedule, again, random.Float64)
		require.Len(t, at, 13)
		assert.Zero(t, at[0])
		assert.GreaterOrEqual(t, at[12], 57*time.Hour)
		assert.LessOrEqual(t, at[12], 72*time.Hour)
		seen[at[1]] = true
	}
	assert.Greater(t, len(seen), 900, "attempts are spread")
	for _, wrong := range []float64{-5, 7, math.NaN(), math.Inf(1), math.Inf(-1)} {
		wait, more := schedule.Next(6, 0, again, constant(wrong))
		assert.True(t, more)
		assert.GreaterOrEqual(t, wait, 24*time.Minute)
		assert.LessOrEqual(t, wait, 30*time.Minute)
	}
}

func TestRetryAfterAndTheWindow(t *testing.T) {
	schedule := webhookhttp.DefaultSchedule()
	next := func(made int, elapsed, asked time.Duration) (time.Duration, bool) {
		return schedule.Next(made, elapsed, webhookhttp.Verdict{Outcome: webhookhttp.Throttle, RetryAfter: asked}, nil)
	}
	for _, c := range []struct {
		name           string
		made           int
		elapsed, asked time.Duration
		want           time.Duration
		more           bool
	}{
		{"longer than the delay", 1, 0, time.Hour, time.Hour, true},
		{"shorter than the delay", 8, 3 * time.Hour, time.Minute, 5 * time.Hour, true},
		{"beyond the window", 3, 60 * time.Hour, 24 * time.Hour, 12 * time.Hour, true},
		{"the delay alone beyond the window", 12, 71 * time.Hour, 0, time.Hour, true},
		{"at the end of the window", 5, 72 * time.Hour, 0, 0, false},
		{"after the window", 5, 100 * time.Hour, 0, 0, false},
		{"after the last attempt", 13, 0, 0, 0, false},
		{"a count that is none", -1, 0, 0, 0, false},
		{"a clock that was set back", 2, -time.Hour, 0, 55 * time.Second, true},
	} {
		wait, more := next(c.made, c.elapsed, c.asked)
		assert.Equal(t, c.want, wait, c.name)
		assert.Equal(t, c.more, more, c.name)
	}
	at := run(schedule, webhookhttp.Verdict{Outcome: webhookhttp.Throttle, RetryAfter: webhookhttp.MaxRetryAfter}, nil)
	assert.Equal(t, 72*time.Hour, at[len(at)-1], "no Retry-After leads beyond the window")
}

// What attempts take does not use up the schedule.
func TestSlowAttemptsAreAllMade(t *testing.T) {
	for _, c := range []struct {
		name   string
		delays []time.Duration
		takes  time.Duration
	}{
		{"no delays", []time.Duration{0, 0, 0}, 0},
		{"no delays, slow", []time.Duration{0, 0, 0}, 30 * time.Second},
		{"short delays, slow", []time.Duration{0, 5 * time.Second, 5 * time.Second, 10 * time.Second}, 30 * time.Second},
		{"no delay at the end", []time.Duration{0, time.Hour, 0}, time.Millisecond},
		{"the default", webhookhttp.DefaultSchedule().Delays(), time.Minute},
	} {
		schedule, err := webhookhttp.NewSchedule(c.delays, 0)
		require.NoError(t, err)
		made, elapsed := 0, time.Duration(0)
		for {
			wait, more := schedule.Next(made, elapsed, again, nil)
			if !more {
				break
			}
			assert.Equal(t, c.delays[made], wait, c.name)
			elapsed += wait + c.takes
			made++
		}
		assert.Equal(t, len(c.delays), made, c.name)
		assert.Equal(t, schedule.Window()+time.Duration(made)*c.takes, elapsed, c.name)
	}
}

func TestNothingIsSentAgainThatNeedNotBe(t *testing.T) {
	schedule := webhookhttp.DefaultSchedule()
	for outcome := range webhookhttp.Failed + 2 {
		verdict := webhookhttp.Verdict{Outcome: outcome, RetryAfter: time.Minute}
		first, more := schedule.Next(0, 0, verdict, nil)
		assert.True(t, more, "before the first attempt there is no verdict")
		assert.Zero(t, first)
		wait, more := schedule.Next(1, 0, verdict, nil)
		assert.Equal(t, outcome.Again(), more, outcome)
		if !more {
			assert.Zero(t, wait)
		}
	}
}

func TestASchedulesPartsMakeItAgain(t *testing.T) {
	schedule := webhookhttp.DefaultSchedule()
	schedule.Delays()[0] = time.Hour
	same, err := webhookhttp.NewSchedule(schedule.Delays(), schedule.Jitter())
	require.NoError(t, err)
	assert.Equal(t, schedule, same)
	assert.Equal(t, 0.2, same.Jitter())
	assert.Len(t, same.Delays(), same.Attempts())
	assert.Equal(t, []time.Duration{0, 5 * time.Second}, same.Delays()[:2])
	assert.Empty(t, webhookhttp.Schedule{}.Delays())
}

func TestARetryAfterDoesNotLeadBeyondAShortWindow(t *testing.T) {
	schedule, err := webhookhttp.NewSchedule([]time.Duration{0, 5 * time.Second, 5 * time.Second}, 0)
	require.NoError(t, err)
	wait, more := schedule.Next(1, 0, webhookhttp.Verdict{Outcome: webhookhttp.Throttle, RetryAfter: time.Hour}, nil)
	assert.True(t, more)
	assert.Equal(t, 10*time.Second, wait)
}

func TestNewSchedule(t *testing.T) {
	delays := []time.Duration{0, time.Minute}
	schedule, err := webhookhttp.NewSchedule(delays, 0)
	require.NoError(t, err)
	delays[1] = time.Hour
	assert.Equal(t, []time.Duration{0, time.Minute}, run(schedule, again, constant(0.9)))

	once, err := webhookhttp.NewSchedule([]time.Duration{time.Second}, 0.5)
	require.NoError(t, err)
	assert.Equal(t, []time.Duration{0}, run(once, again, nil))

	_, err = webhookhttp.NewSchedule(make([]time.Duration, 1000), 0.5)
	require.NoError(t, err)
	_, err = webhookhttp.NewSchedule([]time.Duration{30 * 24 * time.Hour}, 0)
	require.NoError(t, err)
	for _, wrong := range [][]time.Duration{nil, {}, {0, -1}, {31 * 24 * time.Hour}, make([]time.Duration, 1001)} {
		_, err := webhookhttp.NewSchedule(wrong, 0)
		assert.Error(t, err)
	}
	for _, wrong := range []float64{-0.1, 0.51, math.NaN(), math.Inf(1)} {
		_, err := webhookhttp.NewSchedule([]time.Duration{0}, wrong)
		assert.Error(t, err)
	}
	_, more := webhookhttp.Schedule{}.Next(0, 0, again, nil)
	assert.False(t, more)
	assert.Zero(t, webhookhttp.Schedule{}.Window())
}
