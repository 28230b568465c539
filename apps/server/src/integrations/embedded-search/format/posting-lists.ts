import { growingBytes, type Section, sharedBytes, sharedU32 } from './typed-arrays.ts';
import { type Bitmap, bitmapOf, readBitmap } from './bitmaps.ts';

/** Document lists by key: short ones as numbers, long ones as serialized bitmaps. */
export interface Postings {
  readonly size: number;
  frequency(key: number): number;
  /** The caller owns the bitmap. */
  read(key: number): Bitmap;
  /** Ascending; does not create a bitmap for a short list. */
  list(key: number): Uint32Array;
}

const short = 24;

export interface PostingsSource {
  size: number;
  /** Visits documents in ascending order; keys may repeat. Called twice. */
  walk(visit: (key: number, document: number) => void): void;
}

export function writePostings(name: string, source: PostingsSource, into: Record<string, Section>): void {
  const { frequencies, flat, starts } = invert(source);
  const bytes = growingBytes();
  const offsets = new Uint32Array(source.size + 1);
  for (let key = 0; key < source.size; key++) {
    const begin = starts[key] ?? 0;
    const list = flat.subarray(begin, begin + (frequencies[key] ?? 0));
    if (list.length <= short) bytes.push(new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
    else bytes.push(serialised(list));
    bytes.align();
    offsets[key + 1] = bytes.length;
  }
  into[`${name}.posts`] = sharedBytes(bytes.view());
  into[`${name}.starts`] = sharedU32(offsets);
  into[`${name}.counts`] = sharedU32(frequencies);
}

function serialised(list: Uint32Array): Uint8Array {
  const bitmap = bitmapOf(list);
  try {
    bitmap.runOptimize();
    return bitmap.serialize('portable');
  } finally {
    bitmap.dispose();
  }
}

function invert({ size, walk }: PostingsSource): { frequencies: Uint32Array; flat: Uint32Array; starts: Uint32Array } {
  const frequencies = new Uint32Array(size);
  const seen = new Int32Array(size).fill(-1);
  walk((key, document) => {
    if (seen[key] === document) return;
    seen[key] = document;
    frequencies[key]!++;
  });
  const starts = new Uint32Array(size + 1);
  for (let key = 0; key < size; key++) starts[key + 1] = starts[key]! + frequencies[key]!;
  const flat = new Uint32Array(starts[size]!);
  const next = starts.slice();
  seen.fill(-1);
  walk((key, document) => {
    if (seen[key] === document) return;
    seen[key] = document;
    flat[next[key]!++] = document;
  });
  return { frequencies, flat, starts };
}

export function readPostings(name: string, sections: Record<string, Section>): Postings {
  const posts = sections[`${name}.posts`] ?? new Uint8Array(0);
  const starts = sections[`${name}.starts`] ?? new Uint32Array(1);
  const counts = sections[`${name}.counts`] ?? new Uint32Array(0);
  const plain = (key: number): Uint32Array => new Uint32Array(posts.buffer, posts.byteOffset + (starts[key] ?? 0), counts[key] ?? 0);
  const packed = (key: number): Bitmap =>
    readBitmap(new Uint8Array(posts.buffer, posts.byteOffset + (starts[key] ?? 0), (starts[key + 1] ?? 0) - (starts[key] ?? 0)));
  return {
    size: counts.length,
    frequency: (key) => counts[key] ?? 0,
    read: (key) => ((counts[key] ?? 0) <= short ? bitmapOf(plain(key)) : packed(key)),
    list(key) {
      if ((counts[key] ?? 0) <= short) return plain(key);
      const bitmap = packed(key);
      try {
        return bitmap.toUint32Array();
      } finally {
        bitmap.dispose();
      }
    },
  };
}
