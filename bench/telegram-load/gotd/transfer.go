package main

import (
	"bytes"

	"github.com/gotd/td/bin"
	"github.com/gotd/td/tg"
	"github.com/gotd/td/tgerr"
	"github.com/gotd/td/tgtest"
)

func (w *world) transfer(d *tgtest.Dispatcher) {
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.UploadSaveFilePartRequest) (bin.Encoder, error) {
		w.mux.Lock()
		defer w.mux.Unlock()
		if request.FilePart != len(w.parts[request.FileID]) {
			return nil, tgerr.New(400, "FILE_PART_INVALID")
		}
		w.parts[request.FileID] = append(w.parts[request.FileID], request.Bytes)
		return boolean(true), nil
	})
	on(d, func(_ *tgtest.Server, _ *tgtest.Request, request *tg.UploadGetFileRequest) (bin.Encoder, error) {
		location, ok := request.Location.(*tg.InputDocumentFileLocation)
		if !ok {
			return nil, tgerr.New(400, "LOCATION_INVALID")
		}
		w.mux.Lock()
		defer w.mux.Unlock()
		found, ok := w.files[location.ID]
		if !ok {
			return nil, tgerr.New(400, "FILE_ID_INVALID")
		}
		begin := min(int(request.Offset), len(found.bytes))
		end := min(begin+request.Limit, len(found.bytes))
		return &tg.UploadFile{Type: &tg.StorageFileUnknown{}, Bytes: found.bytes[begin:end]}, nil
	})
}

// keep makes a document of the parts that were handed over before.
func (w *world) keep(media tg.InputMediaClass) (tg.MessageMediaClass, error) {
	uploaded, ok := media.(*tg.InputMediaUploadedDocument)
	if !ok {
		return nil, tgerr.New(400, "MEDIA_INVALID")
	}
	input, ok := uploaded.File.(*tg.InputFile)
	if !ok {
		return nil, tgerr.New(400, "MEDIA_INVALID")
	}
	w.mux.Lock()
	defer w.mux.Unlock()
	parts := w.parts[input.ID]
	if len(parts) != input.Parts {
		return nil, tgerr.New(400, "FILE_PARTS_INVALID")
	}
	delete(w.parts, input.ID)
	kept := file{name: input.Name, mime: uploaded.MimeType, bytes: bytes.Join(parts, nil)}
	id := int64(len(w.files) + 1)
	w.files[id] = kept
	return &tg.MessageMediaDocument{Document: &tg.Document{
		ID: id, AccessHash: access, FileReference: []byte{1}, Date: now(), MimeType: kept.mime, Size: int64(len(kept.bytes)), DCID: dc,
		Attributes: []tg.DocumentAttributeClass{&tg.DocumentAttributeFilename{FileName: kept.name}},
	}}, nil
}
