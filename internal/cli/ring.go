package cli

import (
	"errors"
	"fmt"
)

// A keyError is about the key in one place of a list.
type keyError struct {
	index int
	err   error
}

func (e *keyError) Error() string { return e.err.Error() }
func (e *keyError) Unwrap() error { return e.err }

// A ring is the keys of all secrets, in order, with the names of the secrets
// they come from.
type ring struct{ texts, names []string }

// ringOf takes the secrets apart into keys, as the scheme has it.
func (s *scheme) ringOf(secrets []secret) (*ring, error) {
	r := new(ring)
	for _, secret := range secrets {
		entries, err := s.entries(secret.reveal())
		if err != nil {
			return nil, failed(fmt.Errorf("secret %s: %w", secret.name, err))
		}
		for _, entry := range entries {
			r.texts = append(r.texts, entry)
			r.names = append(r.names, secret.name)
		}
	}
	return r, nil
}

// blame says in which secret the fault is.
func (r *ring) blame(err error) error {
	var key *keyError
	if errors.As(err, &key) {
		err = fmt.Errorf("secret %s: %w", r.names[key.index], key.err)
	}
	return failed(err)
}
