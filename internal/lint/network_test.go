package lint

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// quiet are the packages about the network that open no connection.
var quiet = []string{"net/http", "net/netip", "net/textproto", "net/url"}

// silent is what of net/http is nothing but words: the names of what HTTP has,
// a map of them, and a date.
var silent = []string{"Header", "CanonicalHeaderKey", "ParseTime"}

// TestTheCommandDialsNobody: a capture and the secrets to it stay on the machine.
// Whatever of ours is linked into the command has no name from package net, and
// from net/http none that sends or listens.
func TestTheCommandDialsNobody(t *testing.T) {
	const command = module + "/cmd/whsec"
	packages := list(t, command)
	looked := 0
	for path, p := range packages {
		if !strings.HasPrefix(path, module+"/") || !talks(p) {
			continue
		}
		looked++
		c := check(t, packages, path)
		for name, used := range c.info.Uses {
			require.True(t, isQuiet(used), "%v: %s is of the network", c.fset.Position(name.Pos()), used)
		}
	}
	require.NotZero(t, looked)
}

// talks tells packages that could reach the network by themselves.
func talks(p listed) bool {
	return slices.ContainsFunc(p.Deps, func(path string) bool { return path == "net" })
}

func isQuiet(used types.Object) bool {
	if used.Pkg() == nil {
		return true
	}
	path := used.Pkg().Path()
	switch {
	case path == "net" || strings.HasPrefix(path, "net/") && !slices.Contains(quiet, path):
		return false
	case path != "net/http":
		return true
	}
	if _, constant := used.(*types.Const); constant {
		return true
	}
	if function, ok := used.(*types.Func); ok {
		if receiver := function.Signature().Recv(); receiver != nil {
			return slices.Contains(silent, named(receiver.Type()))
		}
	}
	variable, ok := used.(*types.Var)
	return ok && variable.IsField() || slices.Contains(silent, used.Name())
}

func named(t types.Type) string {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
