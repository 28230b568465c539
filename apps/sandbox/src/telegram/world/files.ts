import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { tl } from '@mtcute/core';
import type { Ledger } from '../ledger.ts';

export type StoredFile = {
  id: string;
  accessHash: string;
  name: string;
  mimeType: string;
  size: number;
  date: number;
  attributes: tl.TypeDocumentAttribute[];
};

export type FileFacts = Pick<StoredFile, 'name' | 'mimeType' | 'date'> & { attributes?: tl.TypeDocumentAttribute[] };

export type Files = {
  find(id: string): StoredFile | null;
  savePart(upload: string, part: number, bytes: Uint8Array): Promise<boolean>;
  assemble(upload: string, parts: number, facts: FileFacts): Promise<StoredFile | { missing: number }>;
  keep(bytes: Uint8Array, facts: FileFacts): Promise<StoredFile>;
  read(file: StoredFile, offset: number, limit: number): Promise<Buffer>;
};

type Upload = { sizes: Map<number, number>; whole: number };

const LARGEST_UPLOAD = 100 * 1024 * 1024;
const MOST_UPLOADS = 200;

export async function openFiles(ledger: Ledger, directory: string): Promise<Files> {
  const uploads = join(directory, 'telegram-uploads');
  const stored = join(directory, 'telegram-files');
  await rm(uploads, { recursive: true, force: true });
  await mkdir(uploads, { recursive: true });
  await mkdir(stored, { recursive: true });
  const files = new Map(ledger.all<StoredFile>('file:'));
  const begun = new Map<string, Upload>();

  function remember({ size, attributes = [], ...facts }: FileFacts & { size: number }): StoredFile {
    const file: StoredFile = { ...facts, attributes, size, id: newId(), accessHash: newId() };
    files.set(file.id, file);
    ledger.put(`file:${file.id}`, file);
    return file;
  }

  async function begin(upload: string): Promise<Upload> {
    const known = begun.get(upload);
    if (known) return known;
    const [oldest] = begun.keys();
    if (begun.size >= MOST_UPLOADS && oldest !== undefined) await discard(oldest);
    const made = { sizes: new Map<number, number>(), whole: 0 };
    begun.set(upload, made);
    return made;
  }

  async function discard(upload: string): Promise<void> {
    begun.delete(upload);
    await rm(join(uploads, upload), { recursive: true, force: true });
  }

  return {
    find: (id) => files.get(id) ?? null,
    async savePart(upload, part, bytes) {
      const one = await begin(upload);
      const whole = one.whole - (one.sizes.get(part) ?? 0) + bytes.length;
      if (whole > LARGEST_UPLOAD) return false;
      one.whole = whole;
      one.sizes.set(part, bytes.length);
      await mkdir(join(uploads, upload), { recursive: true });
      await writeFile(join(uploads, upload, String(part)), bytes);
      return true;
    },
    async assemble(upload, parts, facts) {
      const known = begun.get(upload)?.sizes;
      for (let part = 0; part < parts; part += 1) if (!known?.has(part)) return { missing: part };
      const whole = join(uploads, `${upload}.whole`);
      await rm(whole, { force: true });
      let size = 0;
      for (let part = 0; part < parts; part += 1) {
        const bytes = await readFile(join(uploads, upload, String(part)));
        size += bytes.length;
        await appendFile(whole, bytes);
      }
      const file = remember({ ...facts, size });
      await rename(whole, join(stored, file.id));
      await discard(upload);
      return file;
    },
    async keep(bytes, facts) {
      const file = remember({ ...facts, size: bytes.length });
      await writeFile(join(stored, file.id), bytes);
      return file;
    },
    async read(file, offset, limit) {
      const length = Math.max(0, Math.min(limit, file.size - offset));
      const handle = await open(join(stored, file.id), 'r');
      try {
        const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
        return buffer;
      } finally {
        await handle.close();
      }
    },
  };
}

const newId = (): string => String(randomBytes(8).readBigUInt64LE() >> 1n);
