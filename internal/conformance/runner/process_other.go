//go:build !unix

package runner

import (
	"os/exec"
	"runtime"
	"strconv"
)

func ownGroup(*exec.Cmd) {}

// killGroup ends the tree of processes where there are no groups.
func killGroup(cmd *exec.Cmd) {
	if runtime.GOOS == "windows" {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	}
	_ = cmd.Process.Kill()
}
