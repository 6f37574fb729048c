// Command image puts the released binaries for Linux into a container image
// that holds nothing else: no shell, no libraries, no certificates, since the
// command uses no network. It needs no container engine.
//
//	go run ./image -dist ../dist -layout DIR
//	go run ./image -dist ../dist -push ghcr.io/whsec/whsec:0.1.0
//
// The same archives make the same image. It prints the digest; -push may be
// repeated, and takes the credentials of docker login.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	dist := flags.String("dist", "", "the `folder` with the archives")
	into := flags.String("layout", "", "write an OCI layout into this `folder`")
	var tags []name.Tag
	flags.Func("push", "push it as this `tag`", func(text string) error {
		tag, err := name.NewTag(text, name.StrictValidation)
		tags = append(tags, tag)
		return err
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *into == "" && len(tags) == 0 {
		return errors.New("nowhere to put it: give -layout or -push")
	}
	return publish(*dist, *into, tags, out)
}

func publish(dist, into string, tags []name.Tag, out io.Writer) error {
	index, err := newIndex(dist)
	if err != nil {
		return err
	}
	if into != "" {
		path, err := layout.Write(into, empty.Index)
		if err != nil {
			return err
		}
		if err := path.AppendIndex(index); err != nil {
			return err
		}
	}
	for _, tag := range tags {
		if err := remote.WriteIndex(tag, index, remote.WithAuthFromKeychain(authn.DefaultKeychain)); err != nil {
			return err
		}
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, digest)
	return err
}
