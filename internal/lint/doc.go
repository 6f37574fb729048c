// Package lint has tests of the source and of the documents: rules that a
// compiler does not know and that a reviewer may miss.
package lint
