package capture

import "fmt"

// isPostman knows a collection, an item and a request of Postman: its headers
// are a list named header.
func isPostman(o object) bool {
	if items, ok := o.get("item"); ok {
		return items.is('[')
	}
	request, ok := o.get("request")
	if ok {
		o = request.object()
	}
	header, _ := o.get("header")
	return header.is('[') && o.has("method")
}

// maxFolders bounds how deep folders of a collection are followed.
const maxFolders = 8

func readPostman(v value, o object) ([]*Request, error) {
	return readPostmanItem(v, o, maxFolders)
}

func readPostmanItem(v value, o object, depth int) ([]*Request, error) {
	items, ok := o.get("item")
	if !ok {
		r, err := readPostmanRequest(v, o)
		return []*Request{r}, err
	}
	var all []*Request
	for _, item := range items.array() {
		if !isPostman(item.object()) {
			if header, _ := item.object().at("request", "header"); header.is('"') {
				return nil, fmt.Errorf("line %d: the headers of this request are one text, which is not read; "+
					"export the collection in format 2.1", item.line())
			}
			continue
		}
		if depth == 0 {
			return nil, fmt.Errorf("line %d: folders are nested deeper than %d; export the folder with the requests that matter", item.line(), maxFolders)
		}
		requests, err := readPostmanItem(item, item.object(), depth-1)
		if err != nil {
			return nil, err
		}
		all = append(all, requests...)
	}
	return all, nil
}

func readPostmanRequest(v value, o object) (*Request, error) {
	if request, ok := o.get("request"); ok {
		o = request.object()
	}
	header, _ := o.get("header")
	r := &Request{Line: v.line(), Method: o.text("method"), Target: firstText(o.text("url"), o.text("url", "raw"))}
	r.addFields(readFields(header))
	return r, r.readPostmanBody(o)
}

func (r *Request) readPostmanBody(o object) error {
	body, ok := o.get("body")
	if !ok || body.isNull() {
		return nil
	}
	parts := body.object()
	if params, ok := parts.get("urlencoded"); ok && parts.text("mode") == "urlencoded" {
		r.Body, r.Parsed = formBody(readFields(params)), true
		return nil
	}
	raw, _ := parts.get("raw")
	return r.readJSONBody(raw, false)
}
