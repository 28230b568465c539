import { open, rename } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Section } from './typed-arrays.ts';
import { type SavedFile, ShardError } from '../shard/protocol.ts';
import type { SegmentData } from './segment.ts';

/**
 * A JSON line that describes the arrays, then their bytes. Damaged bitmaps may load without an
 * error, so the checksum is verified first.
 */

export interface SavedSegment {
  data: SegmentData;
  deleted: Uint32Array;
}

const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array };
type Kind = keyof typeof kinds;

interface Header {
  segments: { count: number; sections: { name: string; kind: Kind; at: number; length: number }[] }[];
}

const deletedName = '#deleted';
const chunk = 4 * 1024 * 1024;
const align = 8;

const kindOf = (section: Section): Kind => (Object.keys(kinds) as Kind[]).find((kind) => section instanceof kinds[kind]) ?? 'u8';
const bytesOf = (section: Section): Uint8Array => new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
const padded = (length: number): number => Math.ceil(length / align) * align;

export async function writeShard(path: string, segments: readonly SavedSegment[]): Promise<SavedFile> {
  const header: Header = { segments: [] };
  const bodies: Uint8Array[] = [];
  let at = 0;
  for (const { data, deleted } of segments) {
    const sections = [...Object.entries(data.sections), [deletedName, deleted] as const].map(([name, section]) => {
      const place = { name, kind: kindOf(section), at, length: section.length };
      at += padded(section.byteLength);
      bodies.push(bytesOf(section));
      return place;
    });
    header.segments.push({ count: data.count, sections });
  }
  const json = Buffer.from(JSON.stringify(header));
  const head = Buffer.alloc(padded(8 + json.length));
  head.writeUInt32LE(json.length, 0);
  json.copy(head, 8);
  return writeFile(path, [head, ...bodies]);
}

async function writeFile(path: string, parts: readonly Uint8Array[]): Promise<SavedFile> {
  const partPath = `${path}.part`;
  const file = await open(partPath, 'w');
  let bytes = 0;
  let checksum = 0;
  const put = async (part: Uint8Array): Promise<void> => {
    for (let from = 0; from < part.length; from += chunk) {
      const piece = part.subarray(from, from + chunk);
      checksum = crc32(piece, checksum);
      // Handles partial writes when the disk fills up.
      for (let done = 0; done < piece.length;) {
        const { bytesWritten } = await file.write(piece, done, piece.length - done, bytes);
        done += bytesWritten;
        bytes += bytesWritten;
      }
    }
  };
  try {
    for (const part of parts) {
      await put(part);
      const gap = padded(part.length) - part.length;
      if (gap > 0) await put(new Uint8Array(gap));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partPath, path);
  return { file: path, bytes, checksum };
}

/** Throws `damaged` if the file differs from the save. */
export async function readShard(path: string, saved: SavedFile): Promise<SavedSegment[]> {
  const whole = await readChecked(path, saved);
  const view = Buffer.from(whole.buffer, 0, whole.length);
  const length = view.readUInt32LE(0);
  const header = JSON.parse(view.toString('utf8', 8, 8 + length)) as Header;
  const start = padded(8 + length);
  return header.segments.map(({ count, sections }) => {
    const read = Object.fromEntries(
      sections.map(({ name, kind, at, length }) => [name, new kinds[kind](whole.buffer as ArrayBuffer, start + at, length) as Section]),
    );
    const deleted = read[deletedName] as Uint32Array;
    delete read[deletedName];
    return { data: { count, sections: read }, deleted };
  });
}

async function readChecked(path: string, saved: SavedFile): Promise<Uint8Array> {
  const whole = new Uint8Array(new SharedArrayBuffer(saved.bytes));
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size !== saved.bytes) throw new ShardError('damaged', `a saved file has ${size} bytes instead of ${saved.bytes}`);
    let checksum = 0;
    for (let from = 0; from < saved.bytes;) {
      const { bytesRead } = await file.read(whole, from, Math.min(chunk, saved.bytes - from), from);
      if (bytesRead === 0) break;
      checksum = crc32(whole.subarray(from, from + bytesRead), checksum);
      from += bytesRead;
    }
    if (checksum !== saved.checksum) throw new ShardError('damaged', 'the checksum of a saved file is wrong');
  } finally {
    await file.close();
  }
  return whole;
}
