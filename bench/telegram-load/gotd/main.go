// A server of Telegram made of gotd's (github.com/gotd/td/tgtest), for one account and one person who says each message back: the adapter is run against
// it, as neither its frames, keys and messages nor its schema come from the library that the adapter is built on.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net"
	"os"

	"github.com/gotd/td/exchange"
	"github.com/gotd/td/tgtest"
	"github.com/gotd/td/transport"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run serves until the input ends, so that no server outlives the benchmark.
func run() error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().(*net.TCPAddr)
	world := newWorld(address)
	server := tgtest.NewServer(exchange.PrivateKey{RSA: key}, tgtest.UnpackInvoke(world.dispatcher()), tgtest.ServerOptions{DC: dc})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		reader := bufio.NewReader(os.Stdin)
		for {
			if _, err := reader.ReadByte(); err != nil {
				cancel()
				return
			}
		}
	}()
	public := pem.EncodeToMemory(&pem.Block{Type: "RSA PUBLIC KEY", Bytes: x509.MarshalPKCS1PublicKey(&key.PublicKey)})
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"host": address.IP.String(), "port": address.Port, "publicKey": string(public)}); err != nil {
		return err
	}
	return server.Serve(ctx, transport.Listen(listener))
}
