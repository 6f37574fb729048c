package capture

// The names under which request inspectors, proxies and loggers keep the parts
// of a request. Where there are several bodies, the raw one comes first.
var (
	headerKeys = []string{"rawHeaders", "headers", "header"}
	bodyKeys   = []string{"rawBody", "raw_body", "bodyRaw", "body_raw", "body", "content", "payload", "data"}
	methodKeys = []string{"method", "httpMethod", "http_method", "verb"}
	targetKeys = []string{"url", "path", "uri"}
	dateKeys   = []string{"receivedAt", "received_at", "createdAt", "created_at", "timestamp", "time", "date"}
	base64Keys = []string{"isBase64Encoded", "is_base64_encoded", "base64"}
	innerKeys  = []string{"event", "request", "req", "input"}
)

// isGeneric knows an object with headers and a body, or one that holds such an
// object, as structured logs do.
func isGeneric(o object) bool {
	headers, ok := first(o, headerKeys)
	if ok && (headers.is('{') || headers.is('[')) {
		_, ok = first(o, bodyKeys)
		return ok || hasAny(o, methodKeys)
	}
	return false
}

func readGeneric(v value, o object) ([]*Request, error) {
	r := &Request{Line: v.line()}
	headers, _ := first(o, headerKeys)
	r.addFields(readFields(headers))
	r.Method = firstString(o, methodKeys)
	r.Target = firstString(o, targetKeys)
	date, _ := first(o, dateKeys)
	r.recordedAt(date)
	body, _ := first(o, bodyKeys)
	encoded, _ := first(o, base64Keys)
	return []*Request{r}, r.readJSONBody(body, isTrue(encoded) || o.text("encoding") == "base64")
}

// isWrapped knows an object one of whose members is a capture.
func isWrapped(o object) bool {
	_, ok := wrapped(o)
	return ok
}

func wrapped(o object) (value, bool) {
	for _, key := range innerKeys {
		v, _ := o.get(key)
		if inner := v.object(); inner != nil && (isHARRequest(inner) || isLambda(inner) || isGeneric(inner)) {
			return v, true
		}
	}
	return value{}, false
}

func readWrapped(_ value, o object) ([]*Request, error) {
	v, _ := wrapped(o)
	requests, err := readValue("", v)
	if err == nil && len(requests) == 1 && !requests[0].DateRecorded {
		date, _ := first(o, dateKeys)
		requests[0].recordedAt(date)
	}
	return requests, err
}

// first returns the first member of a list of keys that is there and not null,
// else one that is null.
func first(o object, keys []string) (value, bool) {
	var null value
	found := false
	for _, key := range keys {
		v, ok := o.get(key)
		if ok && !v.isNull() {
			return v, true
		}
		if ok {
			null, found = v, true
		}
	}
	return null, found
}

func firstString(o object, keys []string) string {
	v, _ := first(o, keys)
	s, _ := v.text()
	return s
}

func hasAny(o object, keys []string) bool {
	_, ok := first(o, keys)
	return ok
}
