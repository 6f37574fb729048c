package rogue

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// Faketime stands in for the program of that name: its arguments are -f, a
// time, and a command, which gets the time in [WallEnv].
func Faketime(args []string) int {
	if len(args) < 3 || args[0] != "-f" {
		fmt.Fprintln(os.Stderr, "faketime: want -f TIME COMMAND")
		return 2
	}
	at, err := time.Parse("2006-01-02 15:04:05", args[1])
	if err != nil {
		panic(err)
	}
	command := exec.Command(args[2], args[3:]...)
	command.Env = append(os.Environ(), WallEnv+"="+strconv.FormatInt(at.Unix(), 10))
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return 1
	}
	return 0
}
