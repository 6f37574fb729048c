package standardwebhooks

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
)

// A RemoteKey signs, scheme v1a, with an Ed25519 private key that is held
// elsewhere: a KMS, an HSM, an agent. Every answer is checked before it is
// used. The zero RemoteKey is refused everywhere.
//
// What is signed is the whole message, since v1a is pure Ed25519. A service
// may limit it: AWS KMS signs at most 4,096 bytes, of which the payload has
// what message id, timestamp and two full stops leave
// (https://github.com/standard-webhooks/standard-webhooks/issues/290).
type RemoteKey struct {
	public PublicKey
	sign   func(ctx context.Context, message []byte) ([]byte, error)
}

// NewRemoteKey makes a remote key of a signer whose public key is an
// [ed25519.PublicKey]. It returns a [KeyError] of class [ErrWrongKeyType] if it
// is not, or of [ErrMalformedSecret] as [NewPublicKey] does. A crypto.Signer
// takes no context: the one given to [Signer.Sign] is looked at before it is
// called, but does not interrupt it.
func NewRemoteKey(signer crypto.Signer) (RemoteKey, error) {
	if signer == nil {
		return RemoteKey{}, keyError(ErrEmptySecret, "the crypto.Signer is nil")
	}
	if private, ok := signer.(ed25519.PrivateKey); ok && len(private) != ed25519.PrivateKeySize {
		return RemoteKey{}, keyError(ErrMalformedSecret, "a private key has 64 bytes; this has "+count(len(private), "byte"))
	}
	raw, ok := signer.Public().(ed25519.PublicKey)
	if !ok {
		return RemoteKey{}, keyError(ErrWrongKeyType, fmt.Sprintf("the signer has a %T, want an ed25519.PublicKey", signer.Public()))
	}
	public, err := NewPublicKey(raw)
	if err != nil {
		return RemoteKey{}, err
	}
	return NewRemoteKeyFunc(public, func(_ context.Context, message []byte) ([]byte, error) {
		return crypto.SignMessage(signer, rand.Reader, message, crypto.Hash(0))
	})
}

// NewRemoteKeyFunc makes a remote key of a function that returns the pure
// Ed25519 signature, 64 bytes, of a message under the private half of public.
// The message is the function's own to keep.
func NewRemoteKeyFunc(public PublicKey, sign func(ctx context.Context, message []byte) ([]byte, error)) (RemoteKey, error) {
	if public == (PublicKey{}) || sign == nil {
		return RemoteKey{}, keyError(ErrEmptySecret, "a remote key takes a public key and a function")
	}
	return RemoteKey{public: public, sign: sign}, nil
}

// Public returns the key that verifies what k signs.
func (k RemoteKey) Public() PublicKey { return k.public }

// String returns a description with the public key.
func (k RemoteKey) String() string { return "remote key " + k.public.String() }

func (k RemoteKey) signMessage(ctx context.Context, message []byte) ([]byte, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	err := ctx.Err()
	var signature []byte
	if err == nil {
		signature, err = k.sign(ctx, message)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrSigningFailed, err)
	case len(signature) != ed25519.SignatureSize:
		return nil, fmt.Errorf("%w: the answer has %d bytes, an Ed25519 signature has 64", ErrSigningFailed, len(signature))
	case !ed25519.Verify(k.public.Bytes(), message, signature):
		return nil, fmt.Errorf("%w: the answer does not verify under %v", ErrSigningFailed, k.public)
	}
	return signature, nil
}
