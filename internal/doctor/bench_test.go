package doctor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

// unmatched is a request that nothing explains, with a JSON body of about n
// bytes that has something for every hypothesis.
func unmatched(n int) delivery {
	d := newDelivery(doctor.Standard)
	d.key = []byte("someone else's key, of no interest")
	const item = `{"z":"é/<b> & \u00e9","a":[1.50,true,null],"u":"https:\/\/example.com\/%d"},`
	var body strings.Builder
	body.WriteString(`{"items":[`)
	for i := 0; body.Len() < n; i++ {
		fmt.Fprintf(&body, item, i)
	}
	text := strings.TrimSuffix(body.String(), ",") + `]}`
	return d.bodies(text, text)
}

func BenchmarkUnmatched(b *testing.B) {
	for _, size := range []int{256, 2 << 10, 20 << 10, 256 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("%dB", size), func(b *testing.B) {
			in := unmatched(size).input()
			b.ReportAllocs()
			for b.Loop() {
				report := doctor.Diagnose(b.Context(), in)
				assert.Equal(b, doctor.Unknown, report.Causes[0].Code)
				if size < 1<<20 { // beyond, it is not compressed any more, and says so
					assert.Empty(b, report.NotTried)
				}
			}
		})
	}
}
