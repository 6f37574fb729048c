package mutants

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// timeBy reads more timestamps, after the right ones.
func timeBy(also func(text string) (t int64, signed string, ok bool)) func(*verifier) {
	return func(v *verifier) {
		v.time = func(text string) (int64, string, bool) {
			if t, signed, ok := parseTime(text); ok {
				return t, signed, ok
			}
			return also(text)
		}
	}
}

// number signs the number, raw the text as it stands.
func number(t int64, ok bool) (int64, string, bool) { return t, strconv.FormatInt(t, 10), ok }

func leadingDigits(text string) (int64, bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	t, err := strconv.ParseInt(text[:end], 10, 64)
	return t, err == nil && text[0] != '0'
}

func parseFloat(text string) (int64, bool) {
	f, err := strconv.ParseFloat(text, 64)
	return int64(f), err == nil && math.Abs(f) < 1<<60 && !strings.ContainsAny(text, "xX_")
}

var timeMutants = []mutant{
	{"digits at the start taken, number signed", standard, timeBy(func(text string) (int64, string, bool) { return number(leadingDigits(text)) })},
	{"digits at the start taken, text signed", standard, timeBy(func(text string) (int64, string, bool) {
		t, ok := leadingDigits(text)
		return t, text, ok
	})},
	{"float taken, number signed", standard, timeBy(func(text string) (int64, string, bool) { return number(parseFloat(text)) })},
	{"float taken, text signed", standard, timeBy(func(text string) (int64, string, bool) {
		t, ok := parseFloat(text)
		return t, text, ok
	})},
	{"literals of Go taken", standard, timeBy(func(text string) (int64, string, bool) {
		t, err := strconv.ParseInt(text, 0, 64)
		return t, text, err == nil && t > 0 && text[0] != '+'
	})},
	{"underscores between digits taken", standard, timeBy(func(text string) (int64, string, bool) {
		t, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
		return t, text, err == nil && t > 0 && text[0] != '0' && text[0] != '+'
	})},
	{"commas between digits taken", standard, timeBy(func(text string) (int64, string, bool) {
		t, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
		return t, text, err == nil && t > 0 && text[0] != '0' && text[0] != '+'
	})},
	{"digits of every script taken", standard, timeBy(func(text string) (int64, string, bool) {
		ascii := strings.Map(func(r rune) rune {
			switch {
			case unicode.Is(unicode.Nd, r) && r >= '\u0660' && r <= '\u0669':
				return r - '\u0660' + '0'
			case r >= '\uff10' && r <= '\uff19':
				return r - '\uff10' + '0'
			}
			return r
		}, text)
		t, err := strconv.ParseInt(ascii, 10, 64)
		return t, text, err == nil && t > 0 && text[0] != '+' && text[0] != '0'
	})},
	{"white space of Unicode trimmed", standard, timeBy(func(text string) (int64, string, bool) {
		t, _, ok := parseTime(strings.TrimSpace(text))
		return t, text, ok
	})},
	{"cut at a zero byte", standard, timeBy(func(text string) (int64, string, bool) {
		before, _, found := strings.Cut(text, "\x00")
		t, signed, ok := parseTime(before)
		return t, signed, found && ok
	})},
	{"quotation marks trimmed", standard, timeBy(func(text string) (int64, string, bool) {
		t, _, ok := parseTime(strings.Trim(text, `"`))
		return t, text, ok
	})},
	{"date and time taken", standard, timeBy(func(text string) (int64, string, bool) {
		t, err := time.Parse(time.RFC3339, text)
		return t.Unix(), text, err == nil
	})},
	{"date of HTTP taken", standard, timeBy(func(text string) (int64, string, bool) {
		t, err := time.Parse(time.RFC1123, text)
		return t.Unix(), text, err == nil
	})},
	{"sign dropped", standard, timeBy(func(text string) (int64, string, bool) {
		rest, negative := strings.CutPrefix(text, "-")
		t, _, ok := parseTime(rest)
		return t, text, negative && ok
	})},
	{"number of 64 bits wraps", standard, timeBy(func(text string) (int64, string, bool) {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok || n.Sign() <= 0 || text[0] == '+' || text[0] == '0' || len(text) > 30 {
			return 0, "", false
		}
		return int64(n.Uint64()), text, true
	})},
	{"number of 32 bits wraps", standard, func(v *verifier) {
		v.time = func(text string) (int64, string, bool) {
			t, signed, ok := parseTime(text)
			return int64(uint32(t)), signed, ok
		}
	}},
	{"number of 31 bits only", standard, func(v *verifier) {
		v.time = func(text string) (int64, string, bool) {
			t, signed, ok := parseTime(text)
			return t, signed, ok && t <= math.MaxInt32
		}
	}},
	{"ten digits only", standard, func(v *verifier) {
		v.time = func(text string) (int64, string, bool) {
			t, signed, ok := parseTime(text)
			return t, signed, ok && len(text) == 10
		}
	}},
	{"milliseconds taken", standard, func(v *verifier) {
		v.time = func(text string) (int64, string, bool) {
			t, signed, ok := parseTime(text)
			if t > 1e11 {
				t /= 1000
			}
			return t, signed, ok
		}
	}},
	{"the word now taken", standard, timeBy(func(text string) (int64, string, bool) { return 1614265330, text, text == "now" })},
}

// toleranceBy judges tolerances in another way.
func toleranceBy(judge func(seconds int64) (int64, bool)) func(*verifier) {
	return func(v *verifier) {
		v.tolerance = func(chosen *int64) (int64, bool) {
			if chosen == nil {
				return 300, true
			}
			return judge(*chosen)
		}
	}
}

func freshBy(fresh func(now, t, tolerance int64) bool) func(*verifier) {
	return func(v *verifier) { v.fresh = fresh }
}

const anyAge = 1 << 40

var windowMutants = []mutant{
	{"a second too old accepted", standard, freshBy(func(now, t, w int64) bool { return t >= now-w-1 && t <= now+w })},
	{"a second too new accepted", standard, freshBy(func(now, t, w int64) bool { return t >= now-w && t <= now+w+1 })},
	{"the oldest second refused", standard, freshBy(func(now, t, w int64) bool { return t > now-w && t <= now+w })},
	{"the newest second refused", standard, freshBy(func(now, t, w int64) bool { return t >= now-w && t < now+w })},
	{"future not judged", standard, freshBy(func(now, t, w int64) bool { return t >= now-w })},
	{"past not judged", standard, freshBy(func(now, t, w int64) bool { return t <= now+w })},
	{"future refused", standard, freshBy(func(now, t, w int64) bool { return t >= now-w && t <= now })},
	{"future judged by 300 seconds", standard, freshBy(func(now, t, w int64) bool { return t >= now-w && t <= now+300 })},
	{"judged by minutes", standard, freshBy(func(now, t, w int64) bool { return t/60 >= (now-w)/60 && t/60 <= (now+w)/60 })},
	{"age of 64 bits wraps", standard, func(v *verifier) {
		timeBy(func(text string) (int64, string, bool) {
			t, err := strconv.ParseInt(text, 10, 64)
			return t, text, err == nil && t < -1e12
		})(v)
		v.fresh = func(now, t, w int64) bool { return now-t <= w && t <= now+w }
	}},
	{"age of 32 bits wraps", standard, freshBy(func(now, t, w int64) bool {
		age := int64(int32(now - t))
		return age <= w && age >= -w
	})},
	{"tolerance ignored", standard, toleranceBy(func(s int64) (int64, bool) { return 300, s > 0 })},
	{"tolerance at most 300", standard, toleranceBy(func(s int64) (int64, bool) { return min(s, 300), s > 0 })},
	{"tolerance at least 300", standard, toleranceBy(func(s int64) (int64, bool) { return max(s, 300), s > 0 })},
	{"tolerance of zero is the default", standard, toleranceBy(func(s int64) (int64, bool) {
		if s == 0 {
			return 300, true
		}
		return s, s > 0
	})},
	{"tolerance of zero switches off", standard, toleranceBy(func(s int64) (int64, bool) {
		if s == 0 {
			return anyAge, true
		}
		return s, s > 0
	})},
	{"negative tolerance switches off", standard, toleranceBy(func(s int64) (int64, bool) {
		if s < 0 {
			return anyAge, true
		}
		return s, s > 0
	})},
	{"negative tolerance made positive", standard, toleranceBy(func(s int64) (int64, bool) { return max(s, -s), s != 0 })},
	{"negative tolerance is the default", standard, toleranceBy(func(s int64) (int64, bool) {
		if s < 0 {
			return 300, true
		}
		return s, s > 0
	})},
	{"default tolerance is none", standard, func(v *verifier) {
		v.tolerance = func(chosen *int64) (int64, bool) {
			if chosen == nil {
				return anyAge, true
			}
			return tolerance(chosen)
		}
	}},
	{"tolerance in milliseconds over 1000", standard, toleranceBy(func(s int64) (int64, bool) {
		if s > 1000 {
			s /= 1000
		}
		return s, s > 0
	})},
}
