package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/doctor"
)

// doctorOptions are the flags of doctor.
type doctorOptions struct {
	secrets  secretFlags
	capture  captureFlags
	clock    clockFlags
	scheme   schemeFlag
	appBody  string
	timeout  time.Duration
	platform platformFlag
	explain  string
	example  bool
}

func (a *app) doctorCommand() *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor [CAPTURE]",
		Short: "find out why a signature does not match",
		Long: `Find out why the signature of a captured request does not match.

It changes one thing after the other, of what goes wrong between senders and
receivers, until a signature matches: the secret, the body, what is signed and
how. A match is proof. Everything stays on this machine, and no secret and no
signature that would verify is printed.

The secret of the receiver comes from --secret-file, --secret-env or
$WEBHOOK_SECRET; others that may be the right one from --candidate-file.

If the request is valid here and not in your program, log the body there and
compare: --app-body.

Exits with 0 if every signed request in the capture is valid, 1 if one is not,
2 for wrong usage, 3 if there is no answer.

JSON, one object for each request:
  verdict    "valid" or "invalid"
  reason     the code of what verification says, such as "signature_mismatch"
  causes     exactly what to mend for this request to verify here: code,
             message, hint, proof (whether a signature matched with it
             mended), secret (its name)
  notes      what is worth saying besides: code, message
  summary, scheme, provider, body, secrets, diff, app_body, signed, ruled_out,
  not_tried, mend   what is printed otherwise

With --explain the object has code, and text in Markdown.`,
		Example: `  whsec doctor --example
  whsec doctor --secret-file secret.txt request.http
  pbpaste | whsec doctor --secret-env STRIPE_SECRET --candidate-file cli=cli.txt
  whsec doctor --explain body.json_compact`,
		Args: atMostOne("capture"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.doctor(cmd.Context(), &o, args) },
	}
	o.secrets.addTo(cmd.Flags())
	o.secrets.addCandidatesTo(cmd.Flags())
	o.capture.addTo(cmd.Flags())
	o.clock.addTo(cmd.Flags())
	o.scheme.addTo(cmd.Flags(), "how your program takes it to be signed; by the headers unless given")
	cmd.Flags().StringVar(&o.appBody, "app-body", "", "the body as your program had it, in a `FILE`: shows where it differs")
	cmd.Flags().Var(&o.platform, "platform", "where your program runs, for hints, such as express, flask or rails")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 10*time.Second, "stop searching after this `DURATION`, and say what was not tried")
	cmd.Flags().StringVar(&o.explain, "explain", "", "explain a `CODE`, such as body.json_compact, or platforms or providers")
	cmd.Flags().BoolVar(&o.example, "example", false, "diagnose a failing request that comes with the command")
	return cmd
}

func (a *app) doctor(ctx context.Context, o *doctorOptions, args []string) error {
	switch {
	case o.explain != "":
		return a.explain(o.explain)
	case o.timeout <= 0:
		return usage(errors.New("--timeout is to be more than nothing"), a.typed().set("--timeout", "10s").String())
	}
	if err := o.clock.check(a.typed()); err != nil {
		return err
	}
	patients, err := a.patients(o, args)
	if err != nil {
		return err
	}
	limitMemory(patients)
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	all := true
	for _, p := range patients {
		report := a.diagnose(ctx, p.in)
		a.printReport(o, p, report)
		all = all && report.Verdict == doctor.Valid
	}
	if !all {
		return errNegative
	}
	return nil
}

// limitMemory has the garbage of a search collected before it is much larger
// than the body.
func limitMemory(patients []patient) {
	largest := 0
	for _, p := range patients {
		largest = max(largest, len(p.in.Request.Body))
	}
	debug.SetMemoryLimit(int64(48<<20 + 6*largest))
}

// A patient is a request with what to know about it.
type patient struct {
	in      doctor.Input
	request signedRequest // that of in; nothing in the example
}

func (a *app) patients(o *doctorOptions, args []string) ([]patient, error) {
	if o.example {
		return []patient{{in: doctor.Example()}}, nil
	}
	requests, err := a.readSigned(&o.capture, &o.secrets, args)
	if err != nil {
		return nil, err
	}
	configured, candidates, err := a.doctorTexts(&o.secrets)
	if err != nil {
		return nil, err
	}
	body, err := a.readAppBody(o.appBody)
	if err != nil {
		return nil, err
	}
	patients := make([]patient, len(requests))
	for i, r := range requests {
		in, err := a.inputOf(o, r)
		if err != nil {
			return nil, err
		}
		in.Secrets, in.Candidates, in.AppBody = configured, candidates, body
		patients[i] = patient{in, r}
	}
	return patients, nil
}

func (a *app) inputOf(o *doctorOptions, r signedRequest) (doctor.Input, error) {
	if len(r.Body) > capture.DefaultMaxSize {
		return doctor.Input{}, failedAs(codeTooLarge, fmt.Errorf("the body has %d bytes, and the doctor takes at most %d", len(r.Body), capture.DefaultMaxSize))
	}
	at, err := a.at(&o.clock, r)
	if err != nil {
		return doctor.Input{}, err
	}
	in := doctor.Input{Request: r.Request, Now: at.Time, Tolerance: o.clock.tolerance.Duration, AnyAge: o.clock.ignoreAge, Platform: string(o.platform)}
	if o.scheme.chosen != nil {
		in.Scheme = o.scheme.chosen.name
	}
	return in, nil
}

// doctorTexts reads the secrets. Candidates alone will do: whoever does not
// know which secret is in use can still ask which is the right one.
func (a *app) doctorTexts(f *secretFlags) (configured, candidates []doctor.Text, err error) {
	tried, err := a.readSecrets(f.candidates)
	if err != nil {
		return nil, nil, err
	}
	secrets := []secret{}
	if _, set := a.env.LookupEnv(secretVariable); f.given() || set || len(tried) == 0 {
		if secrets, err = a.configured(f); err != nil {
			return nil, nil, err
		}
	}
	return doctorTextsOf(secrets), doctorTextsOf(tried), nil
}

func doctorTextsOf(secrets []secret) []doctor.Text {
	texts := make([]doctor.Text, len(secrets))
	for i, s := range secrets {
		texts[i] = doctor.NewText(s.name, s.reveal())
	}
	return texts
}

func (a *app) readAppBody(path string) (*[]byte, error) {
	if path == "" {
		return nil, nil
	}
	body, err := a.readInput(path, capture.DefaultMaxSize)
	return &body, err
}

// diagnose says on a terminal that it is still there.
func (a *app) diagnose(ctx context.Context, in doctor.Input) doctor.Report {
	if a.env.Terminal.Stderr && !a.asJSON {
		waiting := time.AfterFunc(time.Second, func() { a.out.note("still searching, at most until --timeout") })
		defer waiting.Stop()
	}
	return doctor.Diagnose(ctx, in)
}

// glanceTime bounds how long verify, which was asked whether and not why, looks
// for the cause.
const glanceTime = 500 * time.Millisecond

// glance is what the doctor says of a request in one line, if that is proven.
func glance(v *verdict, secrets []secret) []string {
	if len(v.request.Body) > capture.DefaultMaxSize {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), glanceTime)
	defer cancel()
	report := doctor.Diagnose(ctx, doctor.Input{
		Scheme:  v.scheme.name,
		Secrets: doctorTextsOf(secrets),
		Request: v.request.Request,
		Now:     v.at.Time,
		AnyAge:  true,
	})
	for _, c := range report.Causes {
		if !c.Proof {
			return nil
		}
	}
	return []string{report.Summary}
}

// explain prints the section of a code.
func (a *app) explain(code string) error {
	text, ok := doctor.Explain(doctor.Code(code))
	if !ok {
		var names []string
		for _, c := range doctor.Codes() {
			names = append(names, string(c))
		}
		hint := "the codes are " + strings.Join(names, ", ")
		if near := nearest(code, names); near != "" {
			hint = "whsec doctor --explain " + near
		}
		return usage(fmt.Errorf("there is no code %q", redact(code)), hint)
	}
	text = strings.TrimRight(text, "\n")
	if a.asJSON {
		a.out.json(explanation{code, text})
		return nil
	}
	a.out.data("%s", text)
	return nil
}

// An explanation is documented in the help of doctor.
type explanation struct {
	Code string `json:"code"`
	Text string `json:"text"` // Markdown
}

// A platformFlag is the name of a platform that there is a recipe for.
type platformFlag string

func (f *platformFlag) String() string { return "" }
func (f *platformFlag) Type() string   { return "NAME" }
func (f *platformFlag) Set(arg string) error {
	if _, ok := doctor.Recipe(arg); !ok {
		return fmt.Errorf("there is nothing on that platform; choose from %s", strings.Join(doctor.Platforms(), ", "))
	}
	*f = platformFlag(arg)
	return nil
}

// cureOf is the command with which the request would verify, where that is a
// matter of the command line alone.
func (a *app) cureOf(o *doctorOptions, r doctor.Report) string {
	curable := []doctor.Code{doctor.SecretOther, doctor.TimestampStale, doctor.TimestampFuture, doctor.HeaderScheme}
	if o.example || r.Mend == nil || len(r.Causes) == 0 {
		return ""
	}
	for _, c := range r.Causes {
		if !slices.Contains(curable, c.Code) || !c.Proof {
			return ""
		}
	}
	again := a.typed().as("verify").without("--json", "--timeout", "--app-body", "--platform", "--candidate-file")
	if r.Mend.Scheme != "" {
		again = again.set("--scheme", r.Mend.Scheme)
	}
	if r.Mend.At != nil {
		again = again.without("--at-capture").set("--now", fmt.Sprint(*r.Mend.At))
	}
	for _, source := range o.secrets.candidates {
		if r.Mend.Secret == source.name {
			again = again.without("--secret-env", "--secret-file").with(source.flag()...)
			break
		}
	}
	return again.String()
}
