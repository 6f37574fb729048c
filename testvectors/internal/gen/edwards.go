package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"math/big"
	"slices"
)

// groupOrder is L of RFC 8032.
var groupOrder, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

// encodedIdentity is the neutral point.
func encodedIdentity() []byte { return append([]byte{1}, make([]byte, 31)...) }

// encodedIdentityPlusP is the same point with p added to its y, which RFC 8032
// does not decode.
func encodedIdentityPlusP() []byte {
	return append(append([]byte{0xee}, bytes.Repeat([]byte{0xff}, 30)...), 0x7f)
}

// signWithPoint makes signatures whose R is a given encoding of the neutral
// point: with s = ka they satisfy the equation of RFC 8032 all the same.
func signWithPoint(r []byte) func(seed, content []byte) []byte {
	return func(seed, content []byte) []byte {
		public := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
		scalar := sha512.Sum512(seed)
		scalar[0] &= 248
		scalar[31] = scalar[31]&127 | 64
		k := sha512.Sum512(slices.Concat(r, public, content))
		s := new(big.Int).Mul(littleEndian(k[:]), littleEndian(scalar[:32]))
		return slices.Concat(r, toLittleEndian(s.Mod(s, groupOrder)))
	}
}

// malleate adds L to the second half: another number, the same multiple of the
// base point.
func malleate(signature []byte) []byte {
	s := littleEndian(signature[32:])
	return slices.Concat(signature[:32], toLittleEndian(s.Add(s, groupOrder)))
}

func littleEndian(b []byte) *big.Int {
	reversed := slices.Clone(b)
	slices.Reverse(reversed)
	return new(big.Int).SetBytes(reversed)
}

func toLittleEndian(n *big.Int) []byte {
	b := n.FillBytes(make([]byte, 32))
	slices.Reverse(b)
	return b
}
