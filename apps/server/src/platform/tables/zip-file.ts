import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import iconv from 'iconv-lite';
import { TableError } from './table-error.ts';

/** APPNOTE.TXT 6.3.10. Reads the central directory; members are streamed with a limit. */

export interface ZipEntry {
  name: string;
  /** As declared; the reader counts the real bytes. */
  size: number;
  packed: number;
  offset: number;
  method: number;
  isEncrypted: boolean;
}

const usualLimits = { mostEntries: 50_000, mostDirectory: 64 * 1024 * 1024 };
const endSignature = 0x06_05_4b_50;
const end64Signature = 0x06_06_4b_50;
const entrySignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;
const full16 = 0xff_ff;
const full32 = 0xff_ff_ff_ff;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new TableError('table_broken');
  return buffer;
}

/** Archivers of Windows write Russian names in the code page of DOS. */
const nameOf = (bytes: Buffer, isUnicode: boolean) => (isUnicode || isUtf8(bytes) ? bytes.toString('utf8') : iconv.decode(bytes, 'cp866'));

interface Directory {
  offset: number;
  size: number;
}

async function findDirectory(file: FileHandle, size: number): Promise<Directory> {
  const tailSize = Math.min(size, 22 + full16);
  const tail = await readAt(file, size - tailSize, tailSize);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < 0) throw new TableError('table_broken');
  const found = { size: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  const isLarge = tail.readUInt16LE(at + 10) === full16 || found.size === full32 || found.offset === full32;
  if (!isLarge || at < 20) return found;
  const end64 = await readAt(file, Number(tail.readBigUInt64LE(at - 20 + 8)), 56);
  if (end64.readUInt32LE(0) !== end64Signature) throw new TableError('table_broken');
  return { size: Number(end64.readBigUInt64LE(40)), offset: Number(end64.readBigUInt64LE(48)) };
}

/** The ZIP64 field has the values that do not fit the record, in their order. */
function withLargeValues(entry: ZipEntry, extra: Buffer): ZipEntry {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    const take = (value: number) => {
      if (value !== full32 || from + 8 > extra.length) return value;
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    };
    return { ...entry, size: take(entry.size), packed: take(entry.packed), offset: take(entry.offset) };
  }
  return entry;
}

function readEntries(directory: Buffer, mostEntries: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const flags = directory.readUInt16LE(at + 8);
    const [nameLength, extraLength, measureLength] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const nameEnd = at + 46 + nameLength;
    const entry: ZipEntry = {
      name: nameOf(directory.subarray(at + 46, nameEnd), (flags & 0x800) !== 0).replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      isEncrypted: (flags & 1) !== 0,
    };
    entries.push(withLargeValues(entry, directory.subarray(nameEnd, nameEnd + extraLength)));
    if (entries.length > mostEntries) throw new TableError('table_unpacks_large');
    at = nameEnd + extraLength + measureLength;
  }
  return entries;
}

export interface ZipFile {
  entries: readonly ZipEntry[];
  /** Throws `table_unpacks_large` after `most` unpacked bytes. */
  stream(entry: ZipEntry, most: number): AsyncGenerator<Buffer>;
}

async function* limited(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let left = most;
  try {
    for await (const chunk of chunks) {
      left -= chunk.length;
      if (left < 0) throw new TableError('table_unpacks_large');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('table_broken');
  }
}

async function dataStart(path: string, entry: ZipEntry): Promise<number> {
  const file = await open(path);
  try {
    const header = await readAt(file, entry.offset, 30);
    if (header.readUInt32LE(0) !== localSignature) throw new TableError('table_broken');
    return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

async function* streamEntry(path: string, entry: ZipEntry, most: number): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw new TableError('table_encrypted');
  if (entry.method !== 0 && entry.method !== 8) throw new TableError('table_broken');
  if (entry.packed === 0) return;
  const start = await dataStart(path, entry);
  const packed = createReadStream(path, { start, end: start + entry.packed - 1 });
  if (entry.method === 0) return yield* limited(packed, most);
  const inflated = createInflateRaw();
  // The iteration reports the same error.
  pipeline(packed, inflated, () => undefined);
  yield* limited(inflated, most);
}

export async function openZip(path: string, { mostEntries, mostDirectory } = usualLimits): Promise<ZipFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size < 22) throw new TableError('table_broken');
    const directory = await findDirectory(file, size);
    if (directory.size > mostDirectory) throw new TableError('table_unpacks_large');
    const entries = readEntries(await readAt(file, directory.offset, directory.size), mostEntries);
    return { entries, stream: (entry, most) => streamEntry(path, entry, most) };
  } finally {
    await file.close();
  }
}
