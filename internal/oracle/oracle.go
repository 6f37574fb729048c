// Package oracle is a deliberately slow reference for tests: it says of a
// request, a key or a message what sections 3 and 4 of doc/design.md say, in
// the order in which they say it. It is never to be used for accepting
// anything: it compares in whatever time it takes and holds on to secrets.
//
// It is written from the design alone and shares no helper, table or regular
// expression with the SDK, so that a mistake has to be made twice to be missed.
package oracle
