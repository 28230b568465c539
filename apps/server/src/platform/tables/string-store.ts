import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Texts on disk, by number: memory holds 8 bytes of each. */
export interface StringStore {
  add(text: string): void;
  /** Empty for an unknown number. */
  get(number: number): string;
  readonly length: number;
  close(): void;
}

const pendingBytes = 1024 * 1024;
const blockBytes = 256 * 1024;
const keptBlocks = 16;

/** Numbers follow their first use in a sheet, so that neighbouring cells read one block. */
export function createStringStore(): StringStore {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-strings-'));
  const file = openSync(join(folder, 'strings'), 'w+');
  const blocks = new Map<number, Buffer>();
  let ends = new Float64Array(1024);
  let [count, written, total] = [0, 0, 0];
  let pending: Buffer[] = [];

  const flush = () => {
    if (pending.length === 0) return;
    const bytes = Buffer.concat(pending);
    writeSync(file, bytes, 0, bytes.length, written);
    written += bytes.length;
    pending = [];
    blocks.clear();
  };
  const blockOf = (number: number): Buffer => {
    const known = blocks.get(number);
    if (known) return known;
    const block = Buffer.alloc(blockBytes);
    const length = readSync(file, block, 0, blockBytes, number * blockBytes);
    if (blocks.size >= keptBlocks) blocks.delete(blocks.keys().next().value as number);
    const read = block.subarray(0, length);
    blocks.set(number, read);
    return read;
  };
  return {
    add(text) {
      const bytes = Buffer.from(text);
      pending.push(bytes);
      total += bytes.length;
      if (count === ends.length) {
        const larger = new Float64Array(ends.length * 2);
        larger.set(ends);
        ends = larger;
      }
      ends[count] = total;
      count += 1;
      if (total - written > pendingBytes) flush();
    },
    get(number) {
      if (!(number >= 0 && number < count)) return '';
      flush();
      const [start, end] = [number === 0 ? 0 : (ends[number - 1] ?? 0), ends[number] ?? 0];
      const parts: Buffer[] = [];
      for (let at = start; at < end;) {
        const block = Math.floor(at / blockBytes);
        const from = at - block * blockBytes;
        const part = blockOf(block).subarray(from, Math.min(blockBytes, from + end - at));
        if (part.length === 0) break;
        parts.push(part);
        at += part.length;
      }
      return Buffer.concat(parts).toString('utf8');
    },
    get length() {
      return count;
    },
    close() {
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
