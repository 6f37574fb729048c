package doctor

import "slices"

// An Ed25519 check costs as much as a hundred MACs of a small body, and hashes a
// large one as a MAC does. These bound the checks by configured keys, and as
// many by others, of one kind of hypotheses.
const (
	stageChecks      = 1000
	serialiserChecks = 2400
	pairChecks       = 600
)

// A budget is what is left to spend on Ed25519 checks.
type budget struct {
	checks  int    // signatures that this stage may check
	checked [2]int // and has checked: by configured keys, and by others
	left    bool   // there were more to check
}

// allowChecks starts to count Ed25519 checks anew, and allows so many, fewer of
// a large body.
func (s *search) allowChecks(most int) {
	const half, least = 16 << 10, 150 // the length in bytes that halves them
	s.checked = [2]int{}
	s.checks = max(least, most*half/(half+len(s.body)))
}

// afford counts the checks of so many contents, and leaves out the public keys
// for which they are too many. It is asked by one goroutine, the one that makes
// the trials or runs a stage without any, so that what is tried does not depend
// on the number of cores.
func (s *search) afford(keys []*key, contents int) []*key {
	if len(s.asymmetric) == 0 {
		return keys
	}
	dear := func(k *key) bool { return k.public != nil && !s.spend(k, contents*len(s.asymmetric)) }
	return slices.DeleteFunc(slices.Clone(keys), dear)
}

func (s *search) spend(k *key, checks int) bool {
	checked := &s.checked[min(1, len(k.findings))]
	if *checked+checks > s.checks {
		s.left = true
		return false
	}
	*checked += checks
	return true
}
