package capture

import (
	"encoding/base64"
	"errors"
	"fmt"
)

// isNgrok knows what the agent's API says of the requests it has forwarded: one,
// or all of them.
func isNgrok(o object) bool {
	if list, ok := o.get("requests"); ok {
		all := list.array()
		return len(all) > 0 && isNgrokRequest(all[0].object())
	}
	return isNgrokRequest(o)
}

func isNgrokRequest(o object) bool {
	raw, _ := o.at("request", "raw")
	return raw.is('"')
}

func readNgrok(v value, o object) ([]*Request, error) {
	list, ok := o.get("requests")
	if !ok {
		return readNgrokRequests([]value{v})
	}
	return readNgrokRequests(list.array())
}

func readNgrokRequests(list []value) ([]*Request, error) {
	var all []*Request
	for _, v := range list {
		requests, err := readNgrokRequest(v)
		if err != nil {
			return nil, fmt.Errorf("line %d: request.raw: %w", v.line(), err)
		}
		all = append(all, requests...)
	}
	return all, nil
}

// readNgrokRequest reads the message that the agent has kept in base64.
func readNgrokRequest(v value) ([]*Request, error) {
	o := v.object()
	raw, err := base64.StdEncoding.DecodeString(o.text("request", "raw"))
	if err != nil {
		return nil, errors.New("expected an HTTP message in base64")
	}
	requests, err := parseHTTP(raw, Options{})
	if err != nil {
		return nil, err
	}
	start, _ := o.get("start")
	for _, r := range requests {
		r.recordedAt(start)
		r.Line = v.line()
	}
	return requests, nil
}

// isWebhookSite knows a request as webhook.site exports it, and a page of them.
func isWebhookSite(o object) bool {
	if list, ok := o.get("data"); ok && !o.has("headers") {
		all := list.array()
		return len(all) > 0 && isWebhookSite(all[0].object())
	}
	return o.has("headers", "content", "uuid")
}

func readWebhookSite(v value, o object) ([]*Request, error) {
	list, ok := o.get("data")
	if !ok || o.has("headers") {
		return readGeneric(v, o)
	}
	var all []*Request
	for _, e := range list.array() {
		requests, err := readGeneric(e, e.object())
		if err != nil {
			return nil, err
		}
		all = append(all, requests...)
	}
	return all, nil
}
