package capture

import (
	"net/url"
	"strings"
)

// isHAR knows a HAR log, an entry of one, and the request of an entry.
func isHAR(o object) bool {
	if entries, ok := o.at("log", "entries"); ok {
		return entries.is('[')
	}
	return isHAREntry(o) || isHARRequest(o)
}

func isHAREntry(o object) bool {
	request, _ := o.get("request")
	return isHARRequest(request.object())
}

func isHARRequest(o object) bool {
	headers, _ := o.get("headers")
	return headers.is('[') && o.has("method", "url") && (o.has("httpVersion") || o.has("postData") || o.has("bodySize"))
}

func readHAR(v value, o object) ([]*Request, error) {
	entries, ok := o.at("log", "entries")
	if !ok {
		return readHAREntries([]value{v})
	}
	return readHAREntries(entries.array())
}

func readHAREntries(entries []value) ([]*Request, error) {
	var requests []*Request
	for _, e := range entries {
		r, err := readHAREntry(e)
		if err != nil {
			return nil, err
		}
		if len(r.Header) > 0 || len(r.Body) > 0 {
			requests = append(requests, r)
		}
	}
	return requests, nil
}

func readHAREntry(v value) (*Request, error) {
	entry := v.object()
	o := entry
	if request, ok := entry.get("request"); ok {
		o = request.object()
	}
	r := &Request{Line: v.line(), Method: o.text("method"), Target: o.text("url"), Proto: o.text("httpVersion")}
	headers, _ := o.get("headers")
	r.addFields(readFields(headers))
	started, _ := entry.get("startedDateTime")
	r.recordedAt(started)
	return r, r.readPostData(o)
}

// readPostData takes the body of a HAR request. There is no field for an
// encoding in HAR 1.2; tools that need one borrow that of the response or the
// comment.
func (r *Request) readPostData(o object) error {
	post, _ := o.get("postData")
	data := post.object()
	if text, ok := data.get("text"); ok {
		encoded := strings.EqualFold(data.text("encoding"), "base64") || strings.EqualFold(data.text("comment"), "base64")
		return r.readJSONBody(text, encoded)
	}
	if params, ok := data.get("params"); ok && len(params.array()) > 0 {
		r.Body, r.Parsed = formBody(readFields(params)), true
		return nil
	}
	size, _ := o.get("bodySize")
	length := r.Get("Content-Length")
	r.Absent = len(size.raw()) > 0 && string(size.raw()) != "0" && string(size.raw()) != "-1" || length != "" && length != "0"
	return nil
}

// formBody writes a form anew from its parameters, the likeliest way.
func formBody(params []Field) []byte {
	var pairs []string
	for _, p := range params {
		pairs = append(pairs, url.QueryEscape(p.Name)+"="+url.QueryEscape(p.Value))
	}
	return []byte(strings.Join(pairs, "&"))
}
