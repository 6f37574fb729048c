package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/conformance/report"
)

// A format is a form of report. Those that compare take several runs.
type format struct {
	name    string
	one     func(w io.Writer, run *report.Run) error
	compare func(w io.Writer, runs []*report.Run) error
}

const formatJSONL = "jsonl"

func formats() []format {
	plain := func(label string, _ bool) string { return label }
	return []format{
		{name: formatJSONL, one: writeRecord},
		{name: "text", one: func(w io.Writer, run *report.Run) error { return report.Text(w, run, plain) }},
		{name: "tap", one: report.TAP},
		{name: "junit", one: report.JUnit},
		{name: "markdown", compare: report.Markdown},
		{name: "html", compare: report.HTML},
	}
}

func formatNames() string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

func formatNamed(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("there is no format %q; choose from %s", name, formatNames())
}

func writeRecord(w io.Writer, run *report.Run) error {
	record := report.NewWriter(w)
	record.Begin(run.Header)
	for _, r := range run.Results {
		record.Case(r)
	}
	if run.Footer.Type != "" {
		record.End(run.Footer)
	}
	return record.Err
}

func (f format) write(w io.Writer, runs []*report.Run) error {
	if f.compare != nil {
		return f.compare(w, runs)
	}
	return f.one(w, runs[0])
}

// reportFlags are the reports to write.
type reportFlags []reportFlag

type reportFlag struct {
	format format
	path   string
}

func (f *reportFlags) String() string { return "" }
func (f *reportFlags) Type() string   { return "FORMAT=PATH" }
func (f *reportFlags) Set(arg string) error {
	name, path, ok := strings.Cut(arg, "=")
	if !ok || path == "" {
		return errors.New("want FORMAT=PATH, such as junit=report.xml")
	}
	format, err := formatNamed(name)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(*f, func(other reportFlag) bool { return other.path == path }) {
		return fmt.Errorf("two reports cannot go to %s", path)
	}
	*f = append(*f, reportFlag{format, path})
	return nil
}

// reports are written while and after a run is heard of.
type reports struct {
	report.Collector
	app    *app
	files  []reportFile
	stdout bool // one of them goes there
}

type reportFile struct {
	reportFlag
	w      io.Writer
	file   *os.File // nil for stdout
	record *report.Writer
}

// openReports creates the files at once: it is too late to say that one cannot
// be written when the run is over.
func (a *app) openReports(flags *reportFlags) (*reports, error) {
	r := &reports{app: a}
	if a.asJSON {
		jsonl, _ := formatNamed(formatJSONL)
		r.add(reportFile{reportFlag: reportFlag{jsonl, "-"}, w: a.env.Stdout})
	}
	for _, f := range *flags {
		if f.path == "-" {
			if r.stdout {
				r.close()
				return nil, usage(errors.New("--json writes a record to stdout, where no other report can go"), a.typed().without("--json").String())
			}
			r.add(reportFile{reportFlag: f, w: a.env.Stdout})
			continue
		}
		file, err := os.Create(f.path)
		if err != nil {
			r.close()
			return nil, failedAs(codeUnwritable, err)
		}
		r.add(reportFile{reportFlag: f, w: file, file: file})
	}
	return r, nil
}

func (r *reports) add(f reportFile) {
	if f.format.name == formatJSONL {
		f.record = report.NewWriter(f.w)
	}
	r.stdout = r.stdout || f.file == nil
	r.files = append(r.files, f)
}

func (r *reports) Begin(h report.Header) {
	r.Collector.Begin(h)
	for _, warning := range h.Warnings {
		r.app.out.warning("%s", warning)
	}
	r.records(func(w *report.Writer) { w.Begin(h) })
}

func (r *reports) Case(result report.Result) {
	r.Collector.Case(result)
	r.records(func(w *report.Writer) { w.Case(result) })
}

func (r *reports) End(f report.Footer) {
	r.Collector.End(f)
	r.records(func(w *report.Writer) { w.End(f) })
}

func (r *reports) records(write func(*report.Writer)) {
	for _, f := range r.files {
		if f.record != nil {
			write(f.record)
		}
	}
}

// finish writes the reports that are made in the end, and the text to stdout
// unless something else is there.
func (r *reports) finish() error {
	for _, f := range r.files {
		var err error
		if f.record != nil {
			err = f.record.Err
		} else {
			err = f.format.write(f.w, []*report.Run{&r.Run})
		}
		if err == nil && f.file != nil {
			err = f.file.Close()
		}
		if err != nil {
			return failedAs(codeUnwritable, fmt.Errorf("report %s: %w", f.path, err))
		}
	}
	if !r.stdout {
		return report.Text(r.app.env.Stdout, &r.Run, r.app.out.verdict)
	}
	return nil
}

// close closes what finish did not.
func (r *reports) close() {
	for _, f := range r.files {
		if f.file != nil {
			_ = f.file.Close()
		}
	}
}
