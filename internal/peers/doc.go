// Package peers has nothing but tests. They hold the packages of this module
// against the libraries that people come from, in a module of its own so that
// nobody who imports whsec gets those libraries with it:
//
//   - the test suites that their authors wrote run against the packages here
//     that have their shape, taken from the module cache when the test runs;
//   - what one side signs, the other verifies, in Go and in node;
//   - where a package comment says that ours is stricter, it is shown that the
//     library accepts what ours refuses.
package peers
