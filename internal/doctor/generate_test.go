package doctor_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/race"
)

// The tests of generate_*_test.go make every cause of the design's table in
// every scheme and every form of capture, with other keys and bodies each time.
// WHSEC_GENERATE=N makes every combination N times, where a normal run takes a
// part of those in which nothing matches, and of pairs.

// rounds is 0 for a normal run.
func rounds() int {
	n := 0
	fmt.Sscan(os.Getenv("WHSEC_GENERATE"), &n)
	return n
}

// A generatedResult is how the doctor did on one case.
type generatedResult struct {
	cause, scheme, format string
	wrong                 string // "" if all is right
	detail                string
}

// A generation says what is to be made.
type generation struct {
	causes []generatedCause
	sample int  // combinations of scheme and format for each cause; 0 is all
	size   int  // of the body, if it is not to be random
	each   bool // no cause may be missed in more than a tenth of its cases
}

// run makes the cases and has them diagnosed, on all processors.
func (n generation) run() []generatedResult {
	var all []generatedResult
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				results := n.runCause(i)
				mu.Lock()
				all = append(all, results...)
				mu.Unlock()
			}
		})
	}
	for i := range n.causes {
		next <- i
	}
	close(next)
	wg.Wait()
	slices.SortFunc(all, func(a, b generatedResult) int {
		return cmp.Or(strings.Compare(a.cause, b.cause), strings.Compare(a.scheme, b.scheme), strings.Compare(a.format, b.format))
	})
	return all
}

// runCause makes one cause in some combinations of scheme and format, or all.
func (n generation) runCause(i int) []generatedResult {
	cause, most := n.causes[i], n.sample
	switch {
	case rounds() > 0:
		most = 0
	case cause.unmatched() && n.sample == 0:
		most = 6
	}
	var results []generatedResult
	for round := range max(1, rounds()) {
		seed := uint64(round)<<32 | uint64(i)<<16
		for _, k := range rand.New(rand.NewPCG(seed, 3)).Perm(len(generatedSchemes) * len(captureFormats)) {
			scheme, format := generatedSchemes[k%len(generatedSchemes)], captureFormats[k/len(generatedSchemes)]
			if result, made := n.runOne(seed|uint64(k), cause, scheme, format); made {
				results = append(results, result)
			}
			if most > 0 && len(results) == most {
				break
			}
		}
	}
	return results
}

// runOne makes one case, writes it in a format, and has it diagnosed. It
// returns false if the cause is none of the scheme, or none for the format.
func (n generation) runOne(seed uint64, cause generatedCause, scheme string, format captureFormat) (generatedResult, bool) {
	g := n.generate(rand.New(rand.NewPCG(seed, 4)), cause, scheme, format)
	if g == nil {
		return generatedResult{}, false
	}
	result := generatedResult{cause: cause.name, scheme: scheme, format: format.name, wrong: g.reported(format)}
	if result.wrong != "" {
		result.detail = fmt.Sprintf("seed %#x, secrets %q, candidates %q, want %v, received %.150q (%d), signed %.150q (%d)",
			seed, g.secrets, g.candidates, g.causes, g.body, len(g.body), g.signed, len(g.signed))
	}
	return result, true
}

// generate makes a case. Most causes need something of the body, so it tries
// some.
func (n generation) generate(r *rand.Rand, cause generatedCause, scheme string, format captureFormat) *generated {
	for range 20 {
		g := newGenerated(r, scheme)
		g.decorate()
		if n.size > 0 {
			g.setDocument(wideDocument(r, n.size), jsonStyle{})
		}
		if cause.apply(g) && format.carries(g.body) && g.fits(format) {
			return g
		}
	}
	return nil
}

// reported diagnoses a case in a capture and says what is wrong with the
// report.
func (g *generated) reported(format captureFormat) string {
	report, err := g.diagnose(format.write(g.Rand, g.request()))
	if err != nil {
		return "capture: " + err.Error()
	}
	if problem := g.judge(report); problem != "" {
		return problem
	}
	output, err := json.Marshal(report)
	if err != nil {
		return err.Error()
	}
	return g.leaks(string(output) + fmt.Sprintf("%+v", report))
}

// unmatched says that nothing matches, so that everything is tried.
func (c generatedCause) unmatched() bool {
	for _, name := range []string{"header.missing", "secret.placeholder", "secret.wrong_kind", "secret.empty configured", "body.truncated received", "body.empty received"} {
		if strings.Contains(c.name, name) {
			return true
		}
	}
	return false
}

// assertNamed wants so many percent of all cases right, every cause made, no
// verdict wrong and nothing told that is secret. What failed is in a table.
func (n generation) assertNamed(t *testing.T, percent float64) {
	t.Helper()
	results := n.run()
	made, failed := map[string]int{}, map[string]int{}
	wrong := 0
	for _, r := range results {
		made[r.cause]++
		if r.wrong != "" {
			failed[r.cause]++
			wrong++
		}
		if strings.HasPrefix(r.wrong, "VERDICT") || strings.HasPrefix(r.wrong, "LEAK") {
			t.Errorf("%s, %s, %s: %s; %s", r.cause, r.scheme, r.format, r.wrong, r.detail)
		}
	}
	for _, cause := range n.causes {
		assert.Positive(t, made[cause.name], "no case of %s", cause.name)
		if n.each {
			assert.LessOrEqual(t, 10*failed[cause.name], made[cause.name], "%s is missed", cause.name)
		}
	}
	t.Logf("%d of %d wrong\n%s", wrong, len(results), failureTable(results))
	assert.GreaterOrEqual(t, float64(len(results)-wrong), percent/100*float64(len(results)))
}

// failureTable says what failed, by cause and scheme.
func failureTable(results []generatedResult) string {
	type row struct {
		made, wrong  int
		formats, got map[string]int
		example      string
	}
	rows := map[string]*row{}
	for _, r := range results {
		key := fmt.Sprintf("%-40s %-12s", r.cause, r.scheme)
		if rows[key] == nil {
			rows[key] = &row{formats: map[string]int{}, got: map[string]int{}}
		}
		this := rows[key]
		this.made++
		if r.wrong != "" {
			this.wrong++
			this.formats[r.format]++
			this.got[r.wrong]++
			this.example = r.format + ": " + r.wrong + "; " + r.detail
		}
	}
	var out strings.Builder
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		if r := rows[key]; r.wrong > 0 {
			fmt.Fprintf(&out, "%s %3d of %3d, %v %v\n    %s\n", key, r.wrong, r.made, r.formats, r.got, r.example)
		}
	}
	return out.String()
}

// brief says that a part of the cases is to do: in short runs, and under the
// race detector, which makes all of them take minutes.
func brief() bool { return testing.Short() || race.Enabled }

// skipWhereSlow leaves out what takes minutes under the race detector, which sees
// the same code in others, and where nothing helps to hash, as with 32 bits.
func skipWhereSlow(t *testing.T) {
	t.Helper()
	if race.Enabled || strconv.IntSize == 32 {
		t.Skip("slow here, and run elsewhere")
	}
}

// sampled is n, or a part of it.
func sampled(n int) int {
	if brief() {
		return max(1, n/6)
	}
	return n
}

// partOf is all causes, or every sixth.
func partOf(all []generatedCause) []generatedCause {
	if !brief() {
		return all
	}
	var some []generatedCause
	for i := 0; i < len(all); i += 6 {
		some = append(some, all[i])
	}
	return some
}

func singleCauses() []generatedCause {
	return slices.Concat(timeCauses, keyCauses, guessedKeyCauses, headerCauses, signatureCauses, bodyCauses)
}

func TestEveryCauseInEverySchemeAndFormat(t *testing.T) {
	skipWhereSlow(t)
	n := generation{causes: singleCauses(), each: true}
	if brief() {
		n.sample = 2
	}
	n.assertNamed(t, 98)
}

// pairsOf combines two lists of causes.
func pairsOf(first, second []generatedCause) []generatedCause {
	var all []generatedCause
	for _, a := range first {
		for _, b := range second {
			all = append(all, generatedCause{a.name + " + " + b.name, both(a.apply, b.apply)})
		}
	}
	return all
}

func TestPairs(t *testing.T) {
	proven := slices.DeleteFunc(slices.Clone(bodyCauses), generatedCause.unmatched)
	template := []generatedCause{{"signature.template", otherTemplate}}
	for name, n := range map[string]generation{
		"serialisers":         {causes: pairsOfBody, sample: sampled(9), each: true},
		"more of bodies":      {causes: morePairsOfBody, sample: sampled(2)},
		"one for two":         {causes: oneForTwo, sample: sampled(12)},
		"secret and body":     {causes: partOf(pairsOf(keyCauses, proven)), sample: 1},
		"template and secret": {causes: pairsOf(keyCauses, template), sample: sampled(3)},
		"time and others":     {causes: partOf(pairsOf(timeCauses, slices.Concat(keyCauses, pairsOfBody))), sample: 1},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "serialisers" {
				skipWhereSlow(t)
			}
			n.assertNamed(t, 98)
		})
	}
}

func TestLargeBodies(t *testing.T) {
	skipWhereSlow(t)
	causes := slices.Concat(keyCauses, signatureCauses, bodyCauses, pairsOfBody)
	causes = slices.DeleteFunc(causes, func(c generatedCause) bool { return c.name == "signature.sender_misuse" || c.name == "body.crlf text" })
	generation{causes: partOf(causes), sample: 1, size: 20 << 10}.assertNamed(t, 98)
	few := slices.DeleteFunc(slices.Concat(keyCauses[:1], bodyCauses), func(c generatedCause) bool {
		return !slices.Contains([]string{"secret.other", "body.json_compact", "body.escaped_unicode", "body.base64 received", "body.gzip received", "body.truncated signed"}, c.name)
	})
	if rounds() == 0 {
		few = few[:2]
	}
	generation{causes: few, sample: 1, size: 1 << 20}.assertNamed(t, 100)
}
