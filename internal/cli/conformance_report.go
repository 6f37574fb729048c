package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance/report"
)

func (a *app) reportCommand() *cobra.Command {
	name := "markdown"
	cmd := &cobra.Command{
		Use:   "report RECORD...",
		Short: "print records of runs in another format, or compare them",
		Long: `Print the record of a run, as "conformance run --report jsonl=PATH" writes it, in
another format. markdown and html compare several: a table of implementations by
behaviours, with what they fail and what they choose where the specification is
silent. What is not in a record is shown as that, and never taken for good.

JSON: the records as they are.`,
		Example: `  whsec conformance report svix.jsonl stripe.jsonl --format html > matrix.html`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(errors.New("no record: give the files that --report jsonl=PATH has written"), cmd.CommandPath()+" run.jsonl")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.conformanceReport(name, args) },
	}
	cmd.Flags().StringVar(&name, "format", name, "the `FORMAT`: "+formatNames())
	return cmd
}

func (a *app) conformanceReport(name string, paths []string) error {
	if a.asJSON {
		name = formatJSONL
	}
	format, err := formatNamed(name)
	if err != nil {
		return usage(err)
	}
	var runs []*report.Run
	for _, path := range paths {
		run, err := a.readRecord(path)
		if err != nil {
			return err
		}
		if why := run.Incomplete(); why != "" {
			a.out.warning("%s is incomplete: %s", path, why)
		}
		runs = append(runs, run)
	}
	if len(runs) > 1 && format.compare == nil {
		return usage(fmt.Errorf("%s is of one run; markdown and html compare several", name))
	}
	if err := format.write(a.env.Stdout, runs); err != nil {
		return failed(err)
	}
	return nil
}

func (a *app) readRecord(path string) (*report.Run, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, failed(err)
	}
	defer file.Close()
	run, err := report.Read(file)
	if err != nil {
		return nil, failedAs(codeRecord, fmt.Errorf("%s: %w", path, err))
	}
	return run, nil
}
