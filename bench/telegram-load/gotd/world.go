package main

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/mt"
	"github.com/gotd/td/tg"
	"github.com/gotd/td/tgerr"
	"github.com/gotd/td/tgtest"
)

const (
	dc       = 2
	selfID   = 1001
	personID = 2002
	access   = 4004
	name     = "gotd_person"
)

type file struct {
	name, mime string
	bytes      []byte
}

type world struct {
	address *net.TCPAddr

	mux      sync.Mutex
	messages []*tg.Message
	// The message that a random id was used for.
	sent  map[int64]int
	parts map[int64][][]byte
	files map[int64]file
	read  int
}

func newWorld(address *net.TCPAddr) *world {
	return &world{address: address, sent: map[int64]int{}, parts: map[int64][][]byte{}, files: map[int64]file{}}
}

func now() int { return int(time.Now().Unix()) }

func self() *tg.User {
	return &tg.User{Self: true, ID: selfID, AccessHash: access, FirstName: "Bench", Phone: "79001000001"}
}

func person() *tg.User {
	return &tg.User{ID: personID, AccessHash: access, FirstName: "Gotd", LastName: "Person", Username: name}
}

func users() []tg.UserClass { return []tg.UserClass{self(), person()} }

// on registers a method: its request is read, and answered with what the handler gives.
func on[T any, P interface {
	*T
	bin.Decoder
	TypeID() uint32
}](d *tgtest.Dispatcher, handle func(server *tgtest.Server, req *tgtest.Request, request P) (bin.Encoder, error)) {
	d.HandleFunc(P(new(T)).TypeID(), func(server *tgtest.Server, req *tgtest.Request) error {
		request := P(new(T))
		if err := request.Decode(req.Buf); err != nil {
			return err
		}
		answer, err := handle(server, req, request)
		if err != nil {
			return err
		}
		switch value := answer.(type) {
		case boolean:
			return server.SendBool(req, bool(value))
		case vector:
			return server.SendVector(req, value...)
		}
		return server.SendResult(req, answer)
	})
}

type boolean bool

func (boolean) Encode(*bin.Buffer) error { return nil }

type vector []bin.Encoder

func (vector) Encode(*bin.Buffer) error { return nil }

func (w *world) dispatcher() *tgtest.Dispatcher {
	d := tgtest.NewDispatcher()
	w.account(d)
	w.conversation(d)
	w.transfer(d)
	d.Fallback(tgtest.HandlerFunc(func(server *tgtest.Server, req *tgtest.Request) error {
		id, err := req.Buf.PeekID()
		if err != nil || id == mt.MsgsAckTypeID {
			return err
		}
		return tgerr.New(400, "INPUT_METHOD_INVALID")
	}))
	return d
}

func (w *world) account(d *tgtest.Dispatcher) {
	on(d, func(_ *tgtest.Server, req *tgtest.Request, _ *tg.HelpGetConfigRequest) (bin.Encoder, error) {
		here := tg.DCOption{ID: dc, IPAddress: w.address.IP.String(), Port: w.address.Port}
		return &tg.Config{Date: now(), Expires: now() + 3600, ThisDC: req.DC, DCOptions: []tg.DCOption{here}}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, _ *tg.AuthSendCodeRequest) (bin.Encoder, error) {
		return &tg.AuthSentCode{Type: &tg.AuthSentCodeTypeApp{Length: 5}, PhoneCodeHash: "hash"}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.AuthSignInRequest) (bin.Encoder, error) {
		if request.PhoneCode != "12345" {
			return nil, tgerr.New(400, "PHONE_CODE_INVALID")
		}
		return &tg.AuthAuthorization{User: self()}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, _ *tg.UpdatesGetStateRequest) (bin.Encoder, error) {
		w.mux.Lock()
		defer w.mux.Unlock()
		return &tg.UpdatesState{Pts: len(w.messages) + 1, Date: now()}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, _ *tg.UsersGetUsersRequest) (bin.Encoder, error) {
		return vector{self()}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.ContactsResolveUsernameRequest) (bin.Encoder, error) {
		if request.Username != name {
			return nil, tgerr.New(400, "USERNAME_NOT_OCCUPIED")
		}
		return &tg.ContactsResolvedPeer{Peer: &tg.PeerUser{UserID: personID}, Users: []tg.UserClass{person()}}, nil
	})
}

// add keeps a message with the person, in whatever direction.
func (w *world) add(out bool, text string, media tg.MessageMediaClass) *tg.Message {
	message := &tg.Message{ID: len(w.messages) + 1, Out: out, PeerID: &tg.PeerUser{UserID: personID}, Date: now(), Message: text, Media: media}
	w.messages = append(w.messages, message)
	return message
}

func newMessage(message *tg.Message) *tg.UpdateNewMessage {
	return &tg.UpdateNewMessage{Message: message, Pts: message.ID + 1, PtsCount: 1}
}

// send takes a message once, and has the person say it back.
func (w *world) send(server *tgtest.Server, req *tgtest.Request, random int64, text string, media tg.MessageMediaClass) (bin.Encoder, error) {
	w.mux.Lock()
	defer w.mux.Unlock()
	if _, ok := w.sent[random]; ok {
		return nil, tgerr.New(500, "RANDOM_ID_DUPLICATE")
	}
	ours := w.add(true, text, media)
	w.sent[random] = ours.ID
	theirs := w.add(false, text, media)
	session := req.Session
	time.AfterFunc(50*time.Millisecond, func() {
		told := &tg.Updates{Updates: []tg.UpdateClass{newMessage(theirs)}, Users: users(), Date: now()}
		_ = server.Send(context.Background(), session, tgtest.MessageFromServer, told)
	})
	updates := []tg.UpdateClass{&tg.UpdateMessageID{ID: ours.ID, RandomID: random}, newMessage(ours)}
	return &tg.Updates{Updates: updates, Users: users(), Date: now()}, nil
}

func (w *world) conversation(d *tgtest.Dispatcher) {
	on(d, func(server *tgtest.Server, req *tgtest.Request, request *tg.MessagesSendMessageRequest) (bin.Encoder, error) {
		return w.send(server, req, request.RandomID, request.Message, nil)
	})
	on(d, func(server *tgtest.Server, req *tgtest.Request, request *tg.MessagesSendMediaRequest) (bin.Encoder, error) {
		media, err := w.keep(request.Media)
		if err != nil {
			return nil, err
		}
		return w.send(server, req, request.RandomID, request.Message, media)
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.MessagesGetDialogsRequest) (bin.Encoder, error) {
		w.mux.Lock()
		defer w.mux.Unlock()
		if len(w.messages) == 0 || request.OffsetID > 0 {
			return &tg.MessagesDialogs{Users: users()}, nil
		}
		top := w.messages[len(w.messages)-1]
		dialog := &tg.Dialog{Peer: &tg.PeerUser{UserID: personID}, TopMessage: top.ID, ReadInboxMaxID: w.read}
		return &tg.MessagesDialogs{Dialogs: []tg.DialogClass{dialog}, Messages: []tg.MessageClass{top}, Users: users()}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.MessagesGetHistoryRequest) (bin.Encoder, error) {
		return w.history(request), nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.MessagesReadHistoryRequest) (bin.Encoder, error) {
		w.mux.Lock()
		defer w.mux.Unlock()
		w.read = max(w.read, request.MaxID)
		return &tg.MessagesAffectedMessages{Pts: len(w.messages) + 1}, nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.MessagesGetMessagesRequest) (bin.Encoder, error) {
		w.mux.Lock()
		defer w.mux.Unlock()
		var found []tg.MessageClass
		for _, one := range request.ID {
			if wanted, ok := one.(*tg.InputMessageID); ok && wanted.ID >= 1 && wanted.ID <= len(w.messages) {
				found = append(found, w.messages[wanted.ID-1])
			}
		}
		return &tg.MessagesMessages{Messages: found, Users: users()}, nil
	})
}

// history is https://core.telegram.org/api/offsets.
func (w *world) history(request *tg.MessagesGetHistoryRequest) bin.Encoder {
	w.mux.Lock()
	defer w.mux.Unlock()
	count := len(w.messages)
	first := 0
	if request.OffsetID > 0 {
		first = max(0, count-request.OffsetID+1)
	}
	if request.OffsetDate > 0 {
		for first < count && w.messages[count-1-first].Date >= request.OffsetDate {
			first++
		}
	}
	begin := first + request.AddOffset
	end := min(begin+min(request.Limit, 100), count)
	var shown []tg.MessageClass
	for at := max(begin, 0); at < end; at++ {
		message := w.messages[count-1-at]
		if message.ID > request.MinID && (request.MaxID == 0 || message.ID < request.MaxID) {
			shown = append(shown, message)
		}
	}
	return &tg.MessagesMessagesSlice{Count: count, Messages: shown, Users: users()}
}
