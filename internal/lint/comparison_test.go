package lint

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// keepers are the packages that hold keys and MACs.
var keepers = []string{
	module + "/internal/keyed",
	module + "/standardwebhooks",
	module + "/svixcompat",
	module + "/stripecompat",
}

// leaking are comparisons that stop at the first difference.
var leaking = []string{
	"bytes.Equal", "bytes.Compare", "bytes.HasPrefix", "bytes.HasSuffix", "bytes.Contains", "bytes.Index", "bytes.EqualFold",
	"slices.Equal", "slices.Compare", "reflect.DeepEqual", "maps.Equal",
}

// TestComparisonsTakeConstantTime keeps every comparison of bytes out of the
// packages that hold secrets, but for those of crypto/subtle.
func TestComparisonsTakeConstantTime(t *testing.T) {
	packages := list(t, keepers...)
	for _, path := range keepers {
		c := check(t, packages, path)
		for _, file := range c.files {
			ast.Inspect(file, func(node ast.Node) bool {
				if problem := c.leak(node); problem != "" {
					t.Errorf("%v: %s takes a time that depends on the bytes", c.fset.Position(node.Pos()), problem)
				}
				return true
			})
		}
	}
}

func (c checked) leak(node ast.Node) string {
	switch node := node.(type) {
	case *ast.SelectorExpr:
		used, ok := c.info.Uses[node.Sel].(*types.Func)
		if ok && slices.Contains(leaking, used.FullName()) {
			return used.FullName()
		}
	case *ast.BinaryExpr:
		if (node.Op == token.EQL || node.Op == token.NEQ) && isByteArray(c.info.TypeOf(node.X)) {
			return node.Op.String() + " of arrays"
		}
	}
	return ""
}

func isByteArray(t types.Type) bool {
	array, ok := t.Underlying().(*types.Array)
	return ok && types.Identical(array.Elem().Underlying(), types.Typ[types.Byte])
}

// TestMACsAreComparedByCryptoSubtle: by it alone, in the one function for it.
func TestMACsAreComparedByCryptoSubtle(t *testing.T) {
	const keyed = module + "/internal/keyed"
	c := check(t, list(t, keyed), keyed)
	var calls []string
	for _, file := range c.files {
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Name.Name != "Equal" {
				continue
			}
			ast.Inspect(function.Body, func(node ast.Node) bool {
				if selector, ok := node.(*ast.SelectorExpr); ok {
					if used, ok := c.info.Uses[selector.Sel].(*types.Func); ok {
						calls = append(calls, used.FullName())
					}
				}
				return true
			})
		}
	}
	require.Equal(t, []string{"crypto/subtle.ConstantTimeCompare"}, calls)
}
