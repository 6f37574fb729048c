//go:build unix

package runner

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process in a group of its own, so that all of it can be
// killed and nothing else.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
