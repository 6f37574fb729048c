package webhookhttp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// A ReceiverOption changes how a [Receiver] is made.
type ReceiverOption interface{ applyToReceiver(*Receiver) error }

// A ClockOption is good for everything here that reads a clock.
type ClockOption interface {
	ReceiverOption
	MemoryStoreOption
	TransportOption
}

// WithClock sets what is taken for now: time.Now unless set. A nil clock is
// ignored. The clock of a Receiver says only how old accepted messages are;
// whether they are too old is for the clock of the Verifier to say.
func WithClock(now func() time.Time) ClockOption { return clockOption(now) }

type clockOption func() time.Time

func (now clockOption) applyToReceiver(rc *Receiver) error {
	if now != nil {
		rc.now = now
	}
	return nil
}

// WithMaxBody sets how many bytes a body may have, at least 1. Longer ones are
// refused with 413.
func WithMaxBody(bytes int64) ReceiverOption {
	return receiverOption(func(rc *Receiver) error {
		if bytes < 1 || bytes == math.MaxInt64 {
			return fmt.Errorf("a body limit of %d bytes: want at least 1 and less than there is memory", bytes)
		}
		rc.maxBody = bytes
		return nil
	})
}

// WithLogger sets where reasons are written: to slog.Default() unless set. A
// logger over slog.DiscardHandler writes nothing.
//
// There is one record for every [Report], with the attributes code, status and
// error: of level Warn if the request is at fault, Error if this side is, and
// Info for duplicates. This package writes no body, secret or signature; errors
// of your own functions are written as they are.
func WithLogger(logger *slog.Logger) ReceiverOption {
	return receiverOption(func(rc *Receiver) error { rc.logger = logger; return nil })
}

// WithReport sets a function that is called with every [Report], for metrics.
func WithReport(hook func(ctx context.Context, report Report)) ReceiverOption {
	return receiverOption(func(rc *Receiver) error { rc.onReport = hook; return nil })
}

// WithAccept sets a function that is called for every message that was
// verified, before it is handled. The message tells which key it was signed
// with, so that one learns when an old key can go, and age how long it was on
// its way, negative if the sender's clock is ahead.
func WithAccept(hook func(ctx context.Context, message standardwebhooks.Message, age time.Duration)) ReceiverOption {
	return receiverOption(func(rc *Receiver) error { rc.onAccept = hook; return nil })
}

// WithReplayGuard has each message handled once.
func WithReplayGuard(guard *ReplayGuard) ReceiverOption {
	return receiverOption(func(rc *Receiver) error {
		switch {
		case guard == nil || guard.store == nil:
			return errNeverMade
		case guard.scope == nil:
			return errors.New("the replay guard has no scope for requests; give NewReplayGuard one")
		}
		rc.guard = guard
		return nil
	})
}

type receiverOption func(*Receiver) error

func (o receiverOption) applyToReceiver(rc *Receiver) error { return o(rc) }
