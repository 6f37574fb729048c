package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keepers are the packages that hold keys and MACs, or see what is compared
// with them: all on the path of who accepts a request. webhookhttp asks them
// and has none itself. The doctor is not on the path, and what it finds out it
// says; nor are the helpers for tests.
var keepers = []string{
	module + "/internal/keyed",
	module + "/internal/strict",
	module + "/internal/fields",
	module + "/internal/shape",
	module + "/standardwebhooks",
	module + "/standardcompat",
	module + "/svixcompat",
	module + "/stripecompat",
}

// leaking are comparisons that stop at the first difference.
var leaking = []string{
	"bytes.Compare", "bytes.Contains", "bytes.Count", "bytes.Cut", "bytes.CutPrefix", "bytes.CutSuffix", "bytes.Equal",
	"bytes.EqualFold", "bytes.HasPrefix", "bytes.HasSuffix", "bytes.Index", "bytes.LastIndex", "bytes.TrimPrefix", "bytes.TrimSuffix",
	"maps.Equal", "maps.EqualFunc", "reflect.DeepEqual", "(reflect.Value).Equal", "(reflect.Value).Comparable",
	"slices.BinarySearch", "slices.Compare", "slices.CompareFunc", "slices.Equal", "slices.EqualFunc",
	"strings.Compare", "strings.EqualFold",
}

// searching are functions that compare whole elements: of byte arrays they
// leak.
var searching = []string{"slices.Contains", "slices.Index", "slices.Compact"}

// careful are comparisons that take the same time whatever they compare.
var careful = []string{
	"crypto/subtle.ConstantTimeCompare", "crypto/subtle.ConstantTimeEq", "crypto/subtle.ConstantTimeByteEq",
	"crypto/subtle.XORBytes", "crypto/hmac.Equal",
}

// allowed are the comparisons of functions that have no secret before them, or
// are careful with one.
var allowed = map[string]string{
	"internal/keyed.Equal crypto/subtle.ConstantTimeCompare":              "of MACs, here alone",
	"standardwebhooks.Secret.Equal crypto/subtle.ConstantTimeCompare":     "of keys, for their owner",
	"standardwebhooks.PrivateKey.Equal crypto/subtle.ConstantTimeCompare": "of keys, for their owner",
	"standardwebhooks.NewPrivateKey crypto/subtle.ConstantTimeCompare":    "of public halves",
	"standardwebhooks.checkApart crypto/subtle.ConstantTimeCompare":       "of a secret with a public key",
	"standardwebhooks.checkKey == of byte arrays":                         "of a public key with zeros",
	"standardwebhooks.NewRemoteKeyFunc == of byte arrays":                 "of a public key with zeros",
	"standardwebhooks.distinctSignatures slices.Contains of byte arrays":  "of v1a signatures as they came",
	"stripecompat.Secret.Equal crypto/subtle.ConstantTimeCompare":         "of keys, for their owner",
	"stripecompat.Format.headerProblem strings.EqualFold":                 "of the names of headers",
}

// TestComparisonsTakeConstantTime keeps every other comparison of bytes out of
// the packages on the way of who accepts a request, save those of what is public
// and of keys by crypto/subtle.
func TestComparisonsTakeConstantTime(t *testing.T) {
	packages := list(t, keepers...)
	seen := map[string]bool{}
	for _, path := range keepers {
		for _, found := range check(t, packages, path).comparisons() {
			name := strings.TrimPrefix(path, module+"/") + "." + found.function + " " + found.how
			seen[name] = true
			assert.NotEmpty(t, allowed[name], "%v: %s: compare MACs by keyed.Equal", found.position, name)
		}
	}
	for name := range allowed {
		assert.True(t, seen[name], "allowed, and not there: %s", name)
	}
}

// A comparison is one of bytes, somewhere in a function.
type comparison struct {
	function, how string
	position      token.Position
}

func (c checked) comparisons() (found []comparison) {
	for _, file := range c.files {
		for _, declaration := range file.Decls {
			ast.Inspect(declaration, func(node ast.Node) bool {
				if how := c.compares(node); how != "" {
					found = append(found, comparison{nameOf(declaration), how, c.fset.Position(node.Pos())})
				}
				return true
			})
		}
	}
	return found
}

// nameOf returns the name of a function, with that of its receiver.
func nameOf(declaration ast.Decl) string {
	function, ok := declaration.(*ast.FuncDecl)
	if !ok {
		return "var"
	}
	name := function.Name.Name
	if function.Recv != nil {
		receiver := strings.TrimPrefix(types.ExprString(function.Recv.List[0].Type), "*")
		name = receiver + "." + name
	}
	return name
}

// compares says how a node compares bytes, or "".
func (c checked) compares(node ast.Node) string {
	switch node := node.(type) {
	case *ast.Ident:
		return c.function(node)
	case *ast.BinaryExpr:
		if (node.Op == token.EQL || node.Op == token.NEQ) && !c.isConstant(node.X) && !c.isConstant(node.Y) {
			return c.operand(node.Op.String(), node.X, node.Y)
		}
	case *ast.SwitchStmt:
		if node.Tag != nil {
			return c.operand("switch", node.Tag)
		}
	case *ast.IndexExpr:
		if keyed, ok := c.info.TypeOf(node.X).Underlying().(*types.Map); ok && holdsByteArray(keyed.Key()) {
			return "map of byte arrays"
		}
	}
	return ""
}

func (c checked) function(name *ast.Ident) string {
	used, ok := c.info.Uses[name].(*types.Func)
	if !ok {
		return ""
	}
	full := used.FullName()
	if slices.Contains(leaking, full) || slices.Contains(careful, full) {
		return full
	}
	arguments := c.info.Instances[name].TypeArgs
	if slices.Contains(searching, full) && holdsByteArray(arguments.At(arguments.Len()-1)) {
		return full + " of byte arrays"
	}
	return ""
}

func (c checked) operand(how string, operands ...ast.Expr) string {
	for _, operand := range operands {
		switch {
		case holdsByteArray(c.info.TypeOf(operand)):
			return how + " of byte arrays"
		case c.wasBytes(operand):
			return how + " of bytes as strings"
		}
	}
	return ""
}

// isConstant reports whether an operand is in the source for all to read.
func (c checked) isConstant(operand ast.Expr) bool { return c.info.Types[operand].Value != nil }

// wasBytes reports whether an expression makes a string of a byte slice.
func (c checked) wasBytes(expression ast.Expr) bool {
	call, ok := ast.Unparen(expression).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !c.info.Types[call.Fun].IsType() {
		return false
	}
	slice, ok := c.info.TypeOf(call.Args[0]).Underlying().(*types.Slice)
	return ok && isByte(slice.Elem())
}

// holdsByteArray reports whether comparing values of a type compares an array
// of bytes.
func holdsByteArray(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return isByte(t.Elem()) || holdsByteArray(t.Elem())
	case *types.Struct:
		for field := range t.Fields() {
			if holdsByteArray(field.Type()) {
				return true
			}
		}
	}
	return false
}

func isByte(t types.Type) bool { return types.Identical(t.Underlying(), types.Typ[types.Byte]) }

// TestComparisonsAreNoticed has one of each kind, and some that are none.
func TestComparisonsAreNoticed(t *testing.T) {
	const source = `package p

import ("bytes"; "crypto/hmac"; "crypto/subtle"; "reflect"; "slices"; "strings")

type pair struct { name string; mac [32]byte }

func a(x, y []byte) bool { return bytes.Equal(x, y) }
func b(x, y [32]byte) bool { return x == y }
func c(x, y pair) bool { return x != y }
func d(x, y []byte) bool { return string(x) == string(y) }
func e(x, y []byte) bool { return slices.Equal(x, y) }
func f(x, y any) bool { return reflect.DeepEqual(x, y) }
func g(x, y string) bool { return strings.EqualFold(x, y) }
func h(x [][32]byte, y [32]byte) bool { return slices.Contains(x, y) }
func i(x map[[32]byte]bool, y [32]byte) bool { return x[y] }
func j(x, y [32]byte) bool { switch x { case y: return true }; return false }
func k(x, y []byte) bool { return hmac.Equal(x, y) }
func l(x, y []byte) bool { return subtle.ConstantTimeCompare(x, y) == 1 }
func m(x, y []byte) bool { equal := bytes.Equal; return equal(x, y) }
func n(x, y []byte) bool { switch string(x) { case string(y): return true }; return false }
func (p *pair) o(x []byte) bool { return bytes.HasPrefix(x, p.mac[:]) }

func none(x []string, y string, z []byte) bool { return slices.Contains(x, y) || x[0] == y || len(z) == 1 || z[0] == z[1] || string(z) == "null" }
`
	want := []string{
		"a bytes.Equal", "b == of byte arrays", "c != of byte arrays", "d == of bytes as strings", "e slices.Equal",
		"f reflect.DeepEqual", "g strings.EqualFold", "h slices.Contains of byte arrays", "i map of byte arrays",
		"j switch of byte arrays", "k crypto/hmac.Equal", "l crypto/subtle.ConstantTimeCompare", "m bytes.Equal",
		"n switch of bytes as strings", "pair.o bytes.HasPrefix",
	}
	packages := list(t, "bytes", "crypto/hmac", "crypto/subtle", "reflect", "slices", "strings")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	require.NoError(t, err)
	var got []string
	for _, found := range checkFiles(t, packages, "p", fset, []*ast.File{file}).comparisons() {
		got = append(got, found.function+" "+found.how)
	}
	require.Equal(t, want, got)
}
