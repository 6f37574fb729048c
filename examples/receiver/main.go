// Receiver is a whole program that receives webhooks.
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
)

func main() {
	address := flag.String("address", "localhost:3000", "where to listen")
	flag.Parse()
	handler, err := newHandler(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("waiting at http://%s/webhooks", listener.Addr())
	server := http.Server{Handler: handler, ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

func newHandler(secrets string, options ...standardwebhooks.VerifierOption) (http.Handler, error) {
	keys, err := standardwebhooks.ParseVerifyingKeys(secrets)
	if err != nil {
		return nil, err
	}
	verifier, err := standardwebhooks.NewVerifier(keys, options...)
	if err != nil {
		return nil, err
	}
	receiver, err := webhookhttp.NewReceiver(verifier)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("POST /webhooks", receiver.Handler(handle))
	return mux, nil
}

// handle is called with authentic messages alone. An error has the sender try
// again.
func handle(ctx context.Context, message standardwebhooks.Message) error {
	log.Printf("%s: %s", message.ID, message.Payload)
	return nil
}
