import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { __tlReaderMap, __tlWriterMap, TlBinaryReader, type TlReaderMap, TlBinaryWriter } from '@mtcute/core/utils.js';
import { TlError } from './tl-error.ts';
import { type Budget, GZIP_PACKED, newBudget, unzip } from './zip.ts';

export type TlValue = boolean | { _: string } | { _: string }[];

const VECTOR = 0x1cb5c415;
const DEEPEST = 64;

/** Limits reads and nesting, so that hostile input costs linear time. */
class BoundedReader extends TlBinaryReader {
  private depth = 0;
  private readonly budget: Budget;

  constructor(bytes: Uint8Array, budget: Budget) {
    super(allReaders(), bytes);
    this.budget = budget;
  }

  override raw(bytes = -1): Uint8Array {
    const length = bytes === -1 ? this.uint8View.length - this.pos : bytes;
    if (!(length >= 0) || this.pos + length > this.uint8View.length) throw new TlError('It ends too early');
    return super.raw(length);
  }

  override int128(): Uint8Array {
    return this.raw(16);
  }

  override int256(): Uint8Array {
    return this.raw(32);
  }

  override bytes(): Uint8Array {
    if (this.pos + 4 > this.uint8View.length) throw new TlError('It ends too early');
    return super.bytes();
  }

  override object(id: number = this.uint()): unknown {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new TlError('It is nested too deep');
    const value: unknown = id === GZIP_PACKED ? readObject(unzip(this.bytes(), this.budget), this.budget) : super.object(id);
    this.depth -= 1;
    return value;
  }

  override vector(reader: (id?: number) => unknown = this.object, bare = false): unknown[] {
    const header = bare ? 0 : 4;
    const length = new DataView(this.uint8View.buffer, this.uint8View.byteOffset).getUint32(this.pos + header, true);
    // Each item has at least four bytes.
    if (length * 4 > this.uint8View.length - this.pos) throw new TlError('A list is longer than what is there');
    return super.vector(reader, bare);
  }
}

type Argument = { name: string; type: string; typeModifiers?: { predicate?: string; isVector?: boolean } };
type Entry = { kind: string; name: string; id: number; arguments: Argument[] };
type ReadValue = (reader: TlBinaryReader) => unknown;

const BASIC = new Map<string, ReadValue>([
  ['#', (reader) => reader.uint()],
  ['int', (reader) => reader.int()],
  ['int53', (reader) => reader.int53()],
  ['long', (reader) => reader.long()],
  ['double', (reader) => reader.double()],
  ['string', (reader) => reader.string()],
  ['bytes', (reader) => reader.bytes()],
  ['int128', (reader) => reader.int128()],
  ['int256', (reader) => reader.int256()],
  ['Bool', (reader) => reader.boolean()],
]);

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

/** The package has no readers for methods, so they are built from its schema. */
function readMethod({ name, arguments: fields }: Entry): ReadValue {
  const readers = fields.map(({ name, type, typeModifiers = {} }) => {
    const basic = BASIC.get(type) ?? ((reader: TlBinaryReader) => reader.object());
    const [flags, bit] = typeModifiers.predicate?.split('.') ?? [];
    const read: ReadValue = typeModifiers.isVector ? (reader) => reader.vector(() => basic(reader)) : basic;
    return { field: camel(name), type, flags: flags === undefined ? null : camel(flags), mask: 1 << Number(bit), read };
  });
  return (reader) => {
    const made: Record<string, unknown> = { _: name };
    for (const { field, type, flags, mask, read } of readers) {
      const isSet = flags === null || (Number(made[flags]) & mask) !== 0;
      if (type === 'true') made[field] = isSet;
      else if (isSet) made[field] = read(reader);
    }
    return made;
  };
}

let readers: TlReaderMap | undefined;

function allReaders(): TlReaderMap {
  if (readers) return readers;
  const file = createRequire(import.meta.url).resolve('@mtcute/core/tl/api-schema.json');
  const { e: entries } = JSON.parse(readFileSync(file, 'utf8')) as { e: Entry[] };
  const made: TlReaderMap = { ...__tlReaderMap };
  for (const entry of entries) if (entry.kind === 'method') made[entry.id] = readMethod(entry);
  readers = made;
  return made;
}

export const loadSchema = (): void => void allReaders();

/** Ignores bytes after the object. @throws TlError for invalid bytes */
export const readObject = (bytes: Uint8Array, budget?: Budget): unknown => measureObject(bytes, budget).value;

export function measureObject(bytes: Uint8Array, budget: Budget = newBudget()): { value: unknown; length: number } {
  try {
    const reader = new BoundedReader(bytes, budget);
    const value = reader.object();
    if (reader.pos > bytes.length) throw new TlError('It ends too early');
    return { value, length: reader.pos };
  } catch (error) {
    throw error instanceof TlError ? error : new TlError(error instanceof Error ? error.message : 'No TL', { cause: error });
  }
}

export function writeValue(value: TlValue): Buffer {
  if (typeof value === 'boolean') return writeUints(value ? 0x997275b5 : 0xbc799737);
  if (!Array.isArray(value)) return Buffer.from(TlBinaryWriter.serializeObject(__tlWriterMap, value));
  return Buffer.concat([writeUints(VECTOR, value.length), ...value.map((one) => writeValue(one))]);
}

export function writeUints(...values: number[]): Buffer {
  const written = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => written.writeUInt32LE(value >>> 0, index * 4));
  return written;
}
