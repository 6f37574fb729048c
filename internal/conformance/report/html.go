package report

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed matrix.html
var matrixHTML string

var htmlTemplate = template.Must(template.New("matrix").Funcs(template.FuncMap{
	"facts": facts,
	"value": func(f fact, r *Run) string { return clean(f.of(r)) },
	"name":  func(f fact) string { return f.name },
	"clean": clean,
	"link":  isLink,
}).Parse(matrixHTML))

// HTML writes one run or compares several, in a page that needs nothing else.
func HTML(w io.Writer, runs []*Run) error {
	return htmlTemplate.Execute(w, NewMatrix(runs))
}
