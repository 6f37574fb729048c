// Command bench times verification beside released libraries, and writes the
// documents about it. The script run, which has them installed first, calls it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	root := flag.String("root", "../..", "the folder of the project")
	date := flag.String("date", "", "measure, and say that it was on this day")
	python := flag.String("python", "", "a Python with the packages")
	rust := flag.String("rust", "", "the program of the folder cargo")
	flag.Parse()
	if err := bench(*root, *date, *python, *rust); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(root, date, python, rust string) error {
	saved := filepath.Join(root, "doc", "speed.json")
	if date != "" {
		r, err := measureFor(root, date, python, rust)
		if err != nil {
			return err
		}
		if err := r.save(saved); err != nil {
			return err
		}
	}
	r, err := load(saved)
	if err != nil {
		return err
	}
	return r.write(root)
}

func measureFor(root, date, python, rust string) (*results, error) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return nil, err
	}
	if python == "" || rust == "" {
		return nil, errors.New("-python and -rust are needed")
	}
	here := filepath.Join(root, "internal", "bench")
	r, err := thorough.run(map[string][]string{
		"JavaScript": {"node", filepath.Join(here, "npm", "speed.mjs")},
		"Python":     {python, filepath.Join(here, "pypi", "speed.py")},
		"Rust":       {rust},
	})
	if err != nil {
		return nil, err
	}
	r.Date, r.CPU, r.Cores, r.System = date, cpu(), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH
	r.Tools, err = tools([][]string{{"node", "--version"}, {python, "--version"}, {"rustc", "--version"}})
	return r, err
}

// write writes what is made of the results.
func (r *results) write(root string) error {
	path := filepath.Join(root, "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	readme, err := r.withClaim(string(text))
	if err != nil {
		return err
	}
	for path, text := range map[string]string{
		path:                                    readme,
		filepath.Join(root, "doc", "speed.md"):  r.page(),
		filepath.Join(root, "doc", "speed.svg"): r.chart(),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tools returns names and versions, Go's first.
func tools(commands [][]string) ([]string, error) {
	versions := []string{"Go " + strings.TrimPrefix(runtime.Version(), "go")}
	names := []string{"Node", "Python", "Rust"}
	for i, command := range commands {
		out, err := exec.Command(command[0], command[1:]...).Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		fields := strings.Fields(string(out))
		version := fields[min(1, len(fields)-1)]
		versions = append(versions, names[i]+" "+strings.TrimPrefix(version, "v"))
	}
	return versions, nil
}

// cpu returns the name of the processor as Linux has it.
func cpu() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
