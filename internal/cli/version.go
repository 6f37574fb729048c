package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Long: `Print the version, and what it was built with and for.

JSON: version, go, os, arch, and commit if the build knows it.`,
		Example: `  whsec version`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			v := readVersion()
			if a.asJSON {
				a.out.json(v)
				return nil
			}
			a.out.data("whsec %s (%s)", v.Version, v.built())
			return nil
		},
	}
}

// A version is documented in the help of version.
type version struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Commit  string `json:"commit,omitempty"`
}

// readVersion takes what the go command wrote into the binary.
func readVersion() version {
	v := version{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			v.Commit = setting.Value
		}
	}
	return v
}

func (v version) built() string {
	text := fmt.Sprintf("%s, %s/%s", v.Go, v.OS, v.Arch)
	if v.Commit != "" {
		text += ", " + v.Commit
	}
	return text
}
