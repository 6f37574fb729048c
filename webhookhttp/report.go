package webhookhttp

import (
	"context"
	"log/slog"

	"github.com/whsec/whsec/standardwebhooks"
)

// A Report says what became of a request that did not simply go to the handler
// and come back.
type Report struct {
	// Code says why, as in the table of the package comment. Codes are part of
	// the compatibility promise.
	Code string
	// Status is that of the answer.
	Status int
	// Err has the details, and is nil for "replay_done". It is not for the
	// sender's eyes.
	Err error
}

// level is low for what happens all the time, and high for what needs mending
// on this side.
func (r Report) level() slog.Level {
	switch {
	case r.Err == nil, r.Code == "replay_in_progress":
		return slog.LevelInfo
	case r.Status >= 400 && r.Status < 500:
		return slog.LevelWarn
	default:
		return slog.LevelError
	}
}

func (rc *Receiver) report(ctx context.Context, report Report) {
	attributes := []slog.Attr{slog.String("code", report.Code), slog.Int("status", report.Status)}
	if report.Err != nil {
		attributes = append(attributes, slog.String("error", report.Err.Error()))
	}
	rc.log().LogAttrs(ctx, report.level(), "webhook", attributes...)
	if rc != nil && rc.onReport != nil {
		rc.onReport(ctx, report)
	}
}

// log returns the default logger if there is no other: a reason that neither
// the sender nor the log gets would be lost.
func (rc *Receiver) log() *slog.Logger {
	if rc == nil || rc.logger == nil {
		return slog.Default()
	}
	return rc.logger
}

func (rc *Receiver) accept(ctx context.Context, message standardwebhooks.Message) {
	if rc.onAccept != nil {
		rc.onAccept(ctx, message, rc.now().Sub(message.Timestamp))
	}
}
