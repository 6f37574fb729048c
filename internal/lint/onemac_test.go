package lint

import (
	"go/ast"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOneMACAKey: a header has room for thousands of signatures, and each of
// them is compared with the one MAC of a key. No MAC is computed within a loop,
// but in the one over the keys.
func TestOneMACAKey(t *testing.T) {
	const mac = "(" + module + "/internal/keyed.Key).MAC"
	for _, path := range []string{module + "/standardwebhooks", module + "/stripecompat"} {
		c := check(t, list(t, path), path)
		calls := 0
		for _, file := range c.files {
			eachCall(file, func(call *ast.CallExpr, loops []ast.Node) {
				selector, ok := call.Fun.(*ast.SelectorExpr)
				if !ok {
					return
				}
				if used, ok := c.info.Uses[selector.Sel].(*types.Func); !ok || used.FullName() != mac {
					return
				}
				calls++
				for _, loop := range loops {
					require.True(t, c.isOverKeys(loop), "%v: a MAC for each turn of a loop", c.fset.Position(call.Pos()))
				}
			})
		}
		require.NotZero(t, calls, path)
	}
}

// eachCall calls do for every call of a file, with the loops around it.
func eachCall(file *ast.File, do func(call *ast.CallExpr, loops []ast.Node)) {
	var around []ast.Node
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, node)
		if call, ok := node.(*ast.CallExpr); ok {
			var loops []ast.Node
			for _, outer := range around {
				switch outer.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
					loops = append(loops, outer)
				}
			}
			do(call, loops)
		}
		return true
	})
}

// isOverKeys tells the loop over what a verifier or signer holds.
func (c checked) isOverKeys(loop ast.Node) bool {
	statement, ok := loop.(*ast.RangeStmt)
	if !ok {
		return false
	}
	field, ok := statement.X.(*ast.SelectorExpr)
	return ok && field.Sel.Name == "keys"
}
