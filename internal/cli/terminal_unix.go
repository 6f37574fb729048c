//go:build unix

package cli

import "os"

func openTerminal() (in, out *os.File, done func(), err error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	return tty, tty, func() { _ = tty.Close() }, nil
}
