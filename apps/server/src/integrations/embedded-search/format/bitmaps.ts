import { RoaringBitmap32 } from 'roaring-wasm';

export type Bitmap = RoaringBitmap32;

/** Frees bitmaps of a search in `finally`: the library's memory is not garbage-collected. */
export interface Arena {
  keep(bitmap: Bitmap): Bitmap;
  dispose(): void;
}

export function createArena(): Arena {
  const present: Bitmap[] = [];
  return {
    keep(bitmap) {
      present.push(bitmap);
      return bitmap;
    },
    dispose() {
      for (const bitmap of present) bitmap.dispose();
      present.length = 0;
    },
  };
}

/** Adding more than 983,040 values in one call can detach the buffer of the library. */
const slice = 500_000;

/** `values` ascend. The caller owns the bitmap. */
export function bitmapOf(values: Uint32Array): Bitmap {
  if (values.length <= slice) return new RoaringBitmap32(values);
  const bitmap = new RoaringBitmap32();
  for (let at = 0; at < values.length; at += slice) bitmap.addMany(values.subarray(at, at + slice));
  return bitmap;
}

export const fullBitmap = (count: number): Bitmap => (count === 0 ? new RoaringBitmap32() : RoaringBitmap32.fromRange(0, count));
export const emptyBitmap = (): Bitmap => new RoaringBitmap32();
export const and = (a: Bitmap, b: Bitmap): Bitmap => RoaringBitmap32.and(a, b);
export const andNot = (a: Bitmap, b: Bitmap): Bitmap => RoaringBitmap32.andNot(a, b);
export const orMany = (bitmaps: Bitmap[]): Bitmap => (bitmaps.length === 0 ? new RoaringBitmap32() : RoaringBitmap32.orMany(bitmaps));
export const readBitmap = (bytes: Uint8Array): Bitmap => RoaringBitmap32.deserialize('portable', bytes);

export function placesIn(docs: Uint32Array, bitmap: Bitmap): Uint32Array {
  const block = new RoaringBitmap32(docs);
  try {
    block.andInPlace(bitmap);
    const found = block.toUint32Array();
    let place = 0;
    for (let at = 0; at < found.length; at++) {
      while (docs[place] !== found[at]) place++;
      found[at] = place;
    }
    return found;
  } finally {
    block.dispose();
  }
}
