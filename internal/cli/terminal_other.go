//go:build !unix

package cli

import "os"

// openTerminal takes the console of Windows if there is one, whatever the
// streams are; elsewhere it takes the streams.
func openTerminal() (in, out *os.File, done func(), err error) {
	in, err = os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err == nil {
		return in, os.Stderr, func() { _ = in.Close() }, nil
	}
	if isTerminal(os.Stdin) {
		return os.Stdin, os.Stderr, func() {}, nil
	}
	return nil, nil, nil, ErrNoTerminal
}
