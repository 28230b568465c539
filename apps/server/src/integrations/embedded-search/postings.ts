import { growingBytes, type Section, sharedBytes, sharedU32 } from './arrays.ts';
import { type Bitmap, bitmapOf, readBitmap } from './bitmaps.ts';

/** Lists of documents by key number. Short lists are plain numbers, long ones serialised bitmaps, all in one shared block. */
export interface Postings {
  readonly size: number;
  /** How many documents. */
  frequency(key: number): number;
  /** The caller owns the bitmap. */
  read(key: number): Bitmap;
  /** Ascending; for a short list without making a bitmap. */
  list(key: number): Uint32Array;
}

const short = 24;

/** Lists of values a document: the values of document d are `values[at[d]] .. values[at[d + 1] - 1]`. */
export interface Lists {
  at: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** Turns value lists over the documents into document lists over the values 0..size-1; `key` maps a value, below 0 = not indexed. */
export function writePostings(
  name: string,
  source: { lists: Lists; size: number; key: (value: number) => number },
  into: Record<string, Section>,
): void {
  const { frequencies, flat, starts } = invert(source.lists, source.size, source.key);
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

function invert(
  lists: Lists,
  size: number,
  keyOf: (value: number) => number,
): { frequencies: Uint32Array; flat: Uint32Array; starts: Uint32Array } {
  const documents = lists.at.length - 1;
  const frequencies = new Uint32Array(size);
  const seen = new Int32Array(size).fill(-1);
  const each = (visit: (key: number, document: number) => void): void => {
    seen.fill(-1);
    for (let document = 0; document < documents; document++) {
      const end = lists.at[document + 1] ?? 0;
      for (let at = lists.at[document] ?? 0; at < end; at++) {
        const key = keyOf(lists.values[at] ?? 0);
        if (key < 0 || seen[key] === document) continue;
        seen[key] = document;
        visit(key, document);
      }
    }
  };
  each((key) => {
    frequencies[key] = (frequencies[key] ?? 0) + 1;
  });
  const starts = new Uint32Array(size + 1);
  for (let key = 0; key < size; key++) starts[key + 1] = (starts[key] ?? 0) + (frequencies[key] ?? 0);
  const flat = new Uint32Array(starts[size] ?? 0);
  const next = starts.slice();
  each((key, document) => {
    const place = next[key] ?? 0;
    flat[place] = document;
    next[key] = place + 1;
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
