package capture

import "strings"

// isLambda knows the events that AWS hands to a function for an HTTP request:
// API Gateway REST and HTTP APIs, load balancers, function URLs. Others
// (Netlify) have the same form.
func isLambda(o object) bool {
	if !o.has("headers") && !o.has("multiValueHeaders") {
		return false
	}
	return o.has("isBase64Encoded") || o.has("requestContext") || o.has("httpMethod", "path") || o.has("rawPath")
}

func readLambda(v value, o object) ([]*Request, error) {
	r := &Request{Line: v.line()}
	r.addFields(lambdaFields(o))
	r.addCookies(o)
	r.Joined = o.text("version") == "2.0"
	r.Method = firstText(o.text("httpMethod"), o.text("requestContext", "http", "method"))
	r.Target = lambdaTarget(o)
	r.Proto = firstText(o.text("requestContext", "protocol"), o.text("requestContext", "http", "protocol"))
	for _, key := range []string{"requestTimeEpoch", "timeEpoch"} {
		if t, ok := o.at("requestContext", key); ok {
			r.recordedAt(t)
		}
	}
	body, _ := o.get("body")
	encoded, _ := o.get("isBase64Encoded")
	return []*Request{r}, r.readJSONBody(body, isTrue(encoded))
}

// lambdaFields prefers multiValueHeaders, for headers holds only the last of
// several values, and adds what one of them has alone.
func lambdaFields(o object) []Field {
	multi, _ := o.get("multiValueHeaders")
	single, _ := o.get("headers")
	fields := readFields(multi)
	names := map[string]bool{}
	for _, f := range fields {
		names[strings.ToLower(f.Name)] = true
	}
	for _, f := range readFields(single) {
		if !names[strings.ToLower(f.Name)] {
			fields = append(fields, f)
		}
	}
	return fields
}

// addCookies puts back the field that version 2.0 takes out of the headers.
func (r *Request) addCookies(o object) {
	list, _ := o.get("cookies")
	var cookies []string
	for _, c := range list.array() {
		text, _ := c.text()
		cookies = append(cookies, text)
	}
	if len(cookies) > 0 && r.Get("Cookie") == "" {
		r.addField(Field{"cookie", strings.Join(cookies, "; ")})
	}
}

func lambdaTarget(o object) string {
	target := firstText(o.text("rawPath"), o.text("path"), o.text("requestContext", "http", "path"))
	if query := o.text("rawQueryString"); query != "" {
		target += "?" + query
	}
	return target
}

func firstText(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
