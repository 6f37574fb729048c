package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) rootCommand() *cobra.Command {
	root := a.group(&cobra.Command{
		Use:   "whsec",
		Short: "sign and verify webhooks, and find out why a signature does not match",
		Long: `whsec signs and verifies webhooks of the Standard Webhooks scheme and its
relatives, and says why a signature does not match.

Secrets never go on the command line. They come from --secret-file, or else
--secret-env, or else $WEBHOOK_SECRET, or else a hidden prompt; - is stdin.

Data goes to stdout, messages to stderr. Exits with 0 for yes, 1 for a negative
answer, 2 for wrong usage, 3 if there is no answer. With --json, the lack of an
answer is {"error":{"code":…,"message":…,"hints":[…]}}. The codes are those of the
packages, such as malformed_secret, and

  usage              with exit code 2
  no_secret          none was given, or the variable is not set
  unreadable_file    a file or stdin; unwritable_file and file_exists of --out
                     and --report
  too_large          an input over its limit
  malformed_capture  no request is recognised in it; no_signature and no_body if
                     it lacks them, no_date if --at-capture finds none,
                     files_not_allowed without --allow-files
  adapter_failed     it did not start, or hung; protocol_broken, nothing_asked;
                     malformed_record of "conformance report"
  no_passphrase      nor a terminal to ask at; more of keys in "key import --help"
  interrupted        by the user
  internal           a fault in whsec itself
  failed             anything else`,
		Example: `  whsec keygen --out secret.txt
  whsec sign --secret-file secret.txt --as curl --url http://localhost:3000/hooks body.json
  whsec verify --secret-file secret.txt request.http`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	},
		a.keygenCommand(),
		a.keyCommand(),
		a.inspectCommand(),
		a.signCommand(),
		a.verifyCommand(),
		a.doctorCommand(),
		a.conformanceCommand(),
		a.completionCommand(),
		a.manCommand(),
		a.versionCommand(),
	)
	root.SetIn(a.env.Stdin)
	root.SetOut(a.env.Stdout)
	root.SetErr(a.env.Stderr)
	a.setHelp(root)
	setCompletion(root)
	root.PersistentFlags().BoolVar(&a.asJSON, "json", a.asJSON, "print one JSON object a line")
	root.SetFlagErrorFunc(a.flagError)
	return root
}

// flagError says what is wrong with a flag, and never repeats its value: that
// is where secrets are typed by mistake.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	help := cmd.CommandPath() + " --help"
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		return usage(fmt.Errorf("--%s: %w", value.GetFlag().Name, invalidValue(value)), help)
	case errors.As(err, &unknown):
		return a.unknownFlag(cmd, unknown.GetSpecifiedName())
	default: // these errors name flags alone
		return usage(err, help)
	}
}

// invalidValue says what a flag takes. The words of the flags that are ours do
// not repeat the value, those of the library do.
func invalidValue(value *pflag.InvalidValueError) error {
	switch value.GetFlag().Value.Type() {
	case "bool":
		return errors.New("takes no value, or true or false")
	case "duration":
		return errors.New("want a duration such as 90s or 10m")
	case "int", "uint64":
		return errors.New("want a whole number")
	default:
		return value.Unwrap()
	}
}

// unknownFlag is about a flag that the command does not have. Of a command that
// is made of others, it is more likely the command that was misspelled.
func (a *app) unknownFlag(cmd *cobra.Command, name string) error {
	if word := a.typed().word(depth(cmd)); cmd.HasSubCommands() && word != "" {
		return a.unknownCommand(cmd, word)
	}
	err := fmt.Errorf("%s has no flag %s", cmd.CommandPath(), dashed(name))
	if near := nearFlag(cmd, name); near != "" {
		return usage(err, "there is "+dashed(near)+": "+cmd.CommandPath()+" --help") // what was typed behind it could be a secret
	}
	return usage(err, cmd.CommandPath()+" --help")
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
