import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { type FileStore, isMissing } from '#platform/files/store.ts';

export interface ZipEntry {
  name: string;
  /** Text is compressed; file bytes are stored unchanged. */
  content: string | (() => Promise<Readable>);
}

/** One lost file must not fail the archive. */
export const storedBytes = (files: FileStore, key: string) => async () => {
  try {
    return await files.read(key);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return new PassThrough().end();
  }
};

/** A ZIP that is written while it is read, with at most one chunk in memory. */
export function zipStream(entries: Iterable<ZipEntry>): Readable {
  const out = new PassThrough();
  const zip = new Zip((error, chunk, isLast) => {
    if (error) out.destroy(error);
    else {
      out.write(chunk);
      if (isLast) out.end();
    }
  });
  const room = async () => {
    if (out.writableNeedDrain) await once(out, 'drain');
  };
  const write = async () => {
    for (const { name, content } of entries) {
      if (typeof content === 'string') {
        const entry = new ZipDeflate(name, { level: 6 });
        zip.add(entry);
        entry.push(Buffer.from(content), true);
      } else {
        const entry = new ZipPassThrough(name);
        zip.add(entry);
        for await (const chunk of await content()) {
          entry.push(chunk as Buffer);
          await room();
        }
        entry.push(new Uint8Array(0), true);
      }
      await room();
    }
    zip.end();
  };
  write().catch((error: unknown) => out.destroy(error as Error));
  return out;
}
