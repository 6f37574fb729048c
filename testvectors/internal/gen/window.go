package main

import "fmt"

// window writes the vectors of the window, for each profile those that its
// specification decides.
func window(b *builder, profile string, r recipe, cited string) {
	t := b.theme(profile, "verify", "window", "How far a timestamp may lie from the clock, in the past and ahead.")
	t.lead = map[string]string{"stripe": "Stripe"}[profile]
	ahead := profile != "stripe"
	r = r.mutate(tolerance(300))
	t.cites(cited)
	t.flagsAs("Window")
	fresh := t.valid("now", "A timestamp of this second is fresh.", r)
	for _, seconds := range []int64{1, 299, 300} {
		t.valid(fmt.Sprintf("%d-old", seconds), fmt.Sprintf("A message of %d seconds ago is within 300 seconds.", seconds), r.mutate(age(seconds)))
		if ahead {
			t.valid(fmt.Sprintf("%d-ahead", seconds), fmt.Sprintf("A message of %d seconds ahead is within 300 seconds.", seconds), r.mutate(age(-seconds)))
		}
	}
	old := func(slug, comment string, seconds int64) {
		t.invalid(slug, "timestamp_too_old", comment, fresh, age(seconds))
	}
	old("301-old", "A message of 301 seconds ago is not within 300 seconds.", 301)
	old("hour-old", "A message of an hour ago is a replay.", 3600)
	old("day-old", "A message of a day ago is a replay.", 86400)
	old("year-old", "A message of a year ago is a replay.", 31536000)
	old("epoch", "A message of the first second of 1970 is a replay.", r.Now)
	t.invalid("clock-later", "timestamp_too_old", "A recorded message is a replay ten minutes later.", fresh, clock(r.Now+600))
	windowAhead(t, fresh, ahead)
	windowTolerances(t, fresh, ahead)
}

// windowAhead: Stripe's documentation speaks of a difference and leaves its
// sign open.
func windowAhead(t *theme, fresh *entry, decided bool) {
	ahead := func(slug, comment string, seconds int64) {
		if decided {
			t.invalid(slug, "timestamp_too_new", comment, fresh, age(-seconds))
			return
		}
		t.open(slug, comment, fresh, age(-seconds))
	}
	if !decided {
		ahead("1-ahead", "A message of one second ahead is what two clocks make.", 1)
		ahead("300-ahead", "A message of 300 seconds ahead is a difference of 300 seconds.", 300)
	}
	ahead("301-ahead", "A message of 301 seconds ahead is not within 300 seconds.", 301)
	ahead("hour-ahead", "A message of an hour ahead is good for a replay for an hour.", 3600)
	ahead("year-ahead", "A message of a year ahead is good for a replay for a year.", 31536000)
	t.flagsAs("Milliseconds")
	ahead("milliseconds", "Milliseconds are a time far ahead.", fresh.recipe.Now*999)
	ahead("nanoseconds", "Nanoseconds are a time farther ahead.", fresh.recipe.Now*999999999)
}

func windowTolerances(t *theme, fresh *entry, ahead bool) {
	r := fresh.recipe
	t.flagsAs("Tolerance")
	hour := t.valid("tolerance-3600", "A tolerance of an hour takes a message of half an hour ago.", r.mutate(tolerance(3600), age(1800)))
	t.invalid("tolerance-3600-expired", "timestamp_too_old", "A tolerance of an hour does not take a message of an hour and a second ago.", hour, age(3601))
	minute := t.valid("tolerance-60", "A tolerance of a minute takes a message of a minute ago.", r.mutate(tolerance(60), age(60)))
	t.invalid("tolerance-60-expired", "timestamp_too_old", "A tolerance of a minute does not take a message of 61 seconds ago.", minute, age(61))
	second := t.valid("tolerance-1", "A tolerance of a second takes a message of a second ago.", r.mutate(tolerance(1), age(1)))
	t.invalid("tolerance-1-expired", "timestamp_too_old", "A tolerance of a second does not take a message of two seconds ago.", second, age(2))
	if ahead {
		t.valid("tolerance-60-ahead", "A tolerance of a minute takes a message of a minute ahead.", r.mutate(tolerance(60), age(-60)))
		t.invalid("tolerance-60-ahead-over", "timestamp_too_new", "A tolerance of a minute does not take a message of 61 seconds ahead.", minute, age(-61))
		t.invalid("tolerance-3600-ahead-over", "timestamp_too_new", "A tolerance of an hour does not take a message of two hours ahead.", hour, age(-7200))
	}
	byDefault := t.valid("tolerance-default", "The tolerance that nobody chose takes a message of this second.", r.mutate(tolerance(unset)))
	t.invalid("tolerance-default-expired", "timestamp_too_old", "The tolerance that nobody chose does not take a message of a year ago.", byDefault, age(31536000+1))

	t.flagsAs("NoTolerance")
	none := func(slug, comment string, base *entry, seconds int64) {
		t.invalid(slug, "invalid_tolerance", comment, base, tolerance(seconds))
	}
	none("tolerance-negative", "A tolerance of less than nothing takes nothing, and is no off switch.", fresh, -1)
	none("tolerance-minus-300", "A tolerance of minus 300 seconds is not one of 300.", fresh, -300)
	none("tolerance-very-negative", "A tolerance far below nothing does not overflow into a large one.", fresh, -9007199254740991)
	if ahead {
		one := t.b.entries[r.Profile+"/verify/1-old"]
		none("tolerance-zero-1-old", "A tolerance of nothing does not take a message of a second ago.", one, 0)
		none("tolerance-zero-299-old", "A tolerance of nothing is not the default, and is no off switch.", t.b.entries[r.Profile+"/verify/299-old"], 0)
		none("tolerance-zero-1-ahead", "A tolerance of nothing does not take a message of a second ahead.", t.b.entries[r.Profile+"/verify/1-ahead"], 0)
	} else {
		t.open("tolerance-zero-1-old", "A tolerance of nothing is documented as an off switch, and as not to be used.", t.b.entries[r.Profile+"/verify/1-old"], tolerance(0))
	}
	t.open("tolerance-zero", "A tolerance of nothing takes a message of this second, or is refused.", fresh, tolerance(0))
	t.open("tolerance-year", "A tolerance of a year is hardly one.", fresh, tolerance(31536000))
}
