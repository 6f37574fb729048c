package main

import "strings"

// standardTimestamps: how a timestamp is written, and the window.
func standardTimestamps(b *builder, plain *entry) {
	window(b, "standard", plain.recipe, swVerify)
	t := b.theme("standard", "verify", "timestamp", "How a timestamp is written: an integer of seconds since 1970.")
	r := plain.recipe
	t.cites(swHeaders)
	t.flagsAs("TimestampRange")
	t.valid("timestamp-2038", "A timestamp over 31 bits is an integer.", r.mutate(clock(2147483648), timestamp("2147483648"))).needs("fixed-clock")
	t.valid("timestamp-2106", "A timestamp over 32 bits is an integer.", r.mutate(clock(4294967301), timestamp("4294967300"))).needs("fixed-clock")
	t.valid("timestamp-one-digit", "A timestamp of one digit is an integer.", r.mutate(clock(9), timestamp("7"))).needs("fixed-clock")

	n := decimal(sentAt)
	timestampGrammar(t, plain, n, swHeaders)
	t.flagsAs("Recut", "TimestampGrammar")
	t.cites(swScheme, swHeaders)
	note := t.valid("body-text-in-front", "A body that begins with a word and a full stop is a body.", r.mutate(body(`note.{"admin": true}`)))
	t.invalid("timestamp-takes-body", "malformed_timestamp", "A timestamp that ends where a full stop of the body was is no integer.", note, cut(messageID, n+".note", `{"admin": true}`))
	digits := t.valid("body-digits-in-front", "A body that begins with digits and a full stop is a body.", r.mutate(body(`5.{"admin": true}`)))
	t.invalid("timestamp-takes-fraction", "malformed_timestamp", "A timestamp with a fraction out of the body is no integer.", digits, cut(messageID, n+".5", `{"admin": true}`))

	standardTimestampRange(t, plain)
}

// timestampGrammar is the same for each profile: texts that are no integer, as
// the sender signs them and as a verifier reads them that parses leniently.
func timestampGrammar(t *theme, plain *entry, n, cited string) {
	t.flagsAs("TimestampGrammar")
	t.cites(cited)
	texts := []struct{ slug, what, text string }{
		{"fraction", "A fraction of a second", n + ".5"},
		{"fraction-zero", "A fraction of zero", n + ".0"},
		{"point", "A decimal point behind the digits", n + "."},
		{"exponent", "An exponent", "1.614265330e9"},
		{"letters-behind", "Letters behind the digits", n + "abc"},
		{"unit-behind", "A unit behind the digits", n + "s"},
		{"underscores", "An underscore between digits", "1_614_265_330"},
		{"thousands", "A comma between digits", "1,614,265,330"},
		{"hexadecimal", "A hexadecimal number", "0x6037bcb2"},
		{"arabic-digits", "A number in Arabic digits", arabic(n)},
		{"fullwidth-digits", "A number in fullwidth digits", fullwidth(n)},
	}
	for _, c := range texts {
		t.invalid("timestamp-"+c.slug, "malformed_timestamp", c.what+" makes no integer, signed as it is written.", plain, timestamp(c.text))
		t.invalid("timestamp-"+c.slug+"-for-number", "malformed_timestamp", c.what+" makes no integer, the number being signed.", plain, arrivesTimestamp(c.text))
	}
	no := func(slug, comment, text string) {
		t.invalid("timestamp-"+slug, "malformed_timestamp", comment, plain, timestamp(text))
	}
	no("binary", "A binary number of a programming language is no integer here.", "0b1100000001101111011110010110010")
	no("octal-prefix", "An octal number of a programming language is no integer here.", "0o14015736262")
	no("two-signs", "Two signs make no integer.", "+-"+n)
	no("minus-zero", "Zero has no sign.", "-0")
	no("negative", "A number with a minus is far in the past, if it is one.", "-"+n)
	no("minus-one", "The second before 1970 is far in the past, if it is one.", "-1")
	no("nan", "Not a number is no number.", "NaN")
	no("infinity", "Infinity is no integer.", "Infinity")
	no("null", "The word null is no integer.", "null")
	no("now", "The word now is no integer.", "now")
	no("iso-8601", "A date and time by ISO 8601 is no integer.", "2021-02-25T15:02:10Z")
	no("http-date", "A date as HTTP writes it is no integer.", "Thu, 25 Feb 2021 15:02:10 GMT")
	no("no-break-space", "A no-break space in front of the digits is no white space of HTTP.", "\u00a0"+n)
	no("quoted", "Quotation marks around the digits are no part of an integer.", `"`+n+`"`)
	t.invalid("timestamp-nul-behind", "malformed_timestamp", "A zero byte behind the digits does not end them early.", plain, arrivesTimestamp(n+"\x00")).cites(cited, "rfc9110#5.5")
	t.invalid("timestamp-octal", "malformed_timestamp", "Digits that are the time in octal and long past in decimal are not fresh.", plain, timestamp("014015736262"))

	t.flagsAs("TimestampSpelling")
	t.open("timestamp-leading-plus", "A plus in front of the digits is an integer to some, signed as it is written.", plain, timestamp("+"+n))
	t.open("timestamp-leading-plus-for-number", "A plus in front of the digits is an integer to some, the number being signed.", plain, arrivesTimestamp("+"+n))
	t.open("timestamp-leading-zero", "A zero in front of the digits is an integer to some, signed as it is written.", plain, timestamp("0"+n))
	t.open("timestamp-leading-zero-for-number", "A zero in front of the digits is an integer to some, the number being signed.", plain, arrivesTimestamp("0"+n))
	t.open("timestamp-leading-zeros", "Ten zeros in front of the digits are an integer to some.", plain, timestamp(strings.Repeat("0", 10)+n))
	t.open("timestamp-space-in-front", "A space in front of the timestamp is trimmed by HTTP, the number being signed.", plain, arrivesTimestamp(" "+n)).cites(cited, "rfc9110#5.5")
	t.open("timestamp-space-behind", "A space behind the timestamp is trimmed by HTTP, the number being signed.", plain, arrivesTimestamp(n+" ")).cites(cited, "rfc9110#5.5")
}

// standardTimestampRange: integers that no machine word holds.
func standardTimestampRange(t *theme, plain *entry) {
	t.flagsAs("TimestampRange")
	t.cites(swVerify, swHeaders)
	far := func(slug, reason, comment, text string) {
		t.invalid(slug, reason, comment, plain, timestamp(text))
	}
	far("timestamp-int64-max", "timestamp_too_new", "The largest number of 64 bits is far ahead.", "9223372036854775807")
	far("timestamp-int64-over", "malformed_timestamp", "One more than the largest number of 64 bits is far ahead and does not wrap.", "9223372036854775808")
	far("timestamp-int64-min", "malformed_timestamp", "The smallest number of 64 bits is far in the past, whatever subtraction makes of it.", "-9223372036854775808")
	far("timestamp-int64-under", "malformed_timestamp", "One less than the smallest number of 64 bits is far in the past.", "-9223372036854775809")
	far("timestamp-uint64-over", "malformed_timestamp", "Two to the power of 64 is not zero.", "18446744073709551616")
	far("timestamp-wraps-64", "malformed_timestamp", "The time and two to the power of 64 are not the time.", "18446744075323816946")
	far("timestamp-wraps-32", "timestamp_too_new", "The time and two to the power of 32 are not the time.", "5909232626")
	far("timestamp-400-digits", "malformed_timestamp", "A number of 400 digits is far ahead, not infinite.", strings.Repeat("9", 400))
	far("timestamp-float-neighbour", "timestamp_too_new", "Two to the power of 53 and one is far ahead.", "9007199254740993")
	t.invalid("timestamp-wraps-64-for-number", "malformed_timestamp", "The time and two to the power of 64 are not the time, the time being signed.", plain, arrivesTimestamp("18446744075323816946"))
}

func arabic(digits string) string    { return shift(digits, '\u0660') }
func fullwidth(digits string) string { return shift(digits, '\uff10') }

func shift(digits string, zero rune) string {
	return strings.Map(func(r rune) rune { return r - '0' + zero }, digits)
}
