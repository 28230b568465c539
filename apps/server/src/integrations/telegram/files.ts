import { createHash } from 'node:crypto';
import { Long, type tl } from '@mtcute/core';
import type { TelegramClient } from './client.ts';
import { pictureOf } from './read-message.ts';

const partBytes = 512 * 1024;

/** Uploads a file for a message. This method supports up to 10 MB. */
export async function uploadFile(
  client: TelegramClient,
  { name, bytes, id }: { name: string; bytes: Uint8Array; id: Long },
): Promise<tl.RawInputFile> {
  const parts = Math.ceil(bytes.length / partBytes);
  for (let part = 0; part < parts; part += 1) {
    const piece = bytes.subarray(part * partBytes, (part + 1) * partBytes);
    await client.call({ _: 'upload.saveFilePart', fileId: id, filePart: part, bytes: piece });
  }
  return { _: 'inputFile', id, parts, name, md5Checksum: createHash('md5').update(bytes).digest('hex') };
}

interface Stored {
  location: tl.TypeInputFileLocation;
  dcId: number;
}

export function storedFile(media: tl.TypeMessageMedia | undefined): Stored | undefined {
  if (media?._ === 'messageMediaDocument' && media.document?._ === 'document') {
    const { id, accessHash, fileReference, dcId } = media.document;
    return { dcId, location: { _: 'inputDocumentFileLocation', id, accessHash, fileReference, thumbSize: '' } };
  }
  if (media?._ === 'messageMediaPhoto' && media.photo?._ === 'photo') {
    const { id, accessHash, fileReference, dcId } = media.photo;
    const thumbSize = pictureOf(media.photo)?.type;
    return thumbSize === undefined
      ? undefined
      : { dcId, location: { _: 'inputPhotoFileLocation', id, accessHash, fileReference, thumbSize } };
  }
  return undefined;
}

export class NoSuchFile extends Error {
  readonly code: 'unknown' | 'file_too_large';
  constructor(code: 'unknown' | 'file_too_large', text: string) {
    super(text);
    this.code = code;
  }
}

/** Throws NoSuchFile if the file exceeds `most`, whatever its metadata says. */
export async function downloadFile(client: TelegramClient, { location, dcId }: Stored, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const file = await client.call({ _: 'upload.getFile', location, offset: Long.fromNumber(total) as never, limit: partBytes } as never, {
      dcId,
    });
    const { _: kind, bytes } = file as tl.upload.TypeFile & { bytes: Uint8Array };
    if (kind !== 'upload.file') throw new Error(kind);
    pieces.push(bytes);
    total += bytes.length;
    if (total > most) throw new NoSuchFile('file_too_large', 'it is larger than was said');
    if (bytes.length < partBytes) return Buffer.concat(pieces);
  }
}
