import type { Bitmap } from '../format/bitmaps.ts';

/**
 * Reused arrays for one step of a search: new arrays of megabytes cause page faults and late
 * garbage.
 */
type Use = 'hits' | 'others' | 'own' | 'beyond' | 'candidates' | 'found';

/** Grows linearly, because no array is longer than the number of documents. */
const step = 65_536;

const arrays: Partial<Record<Use, Uint32Array>> = {};

export function scratch(use: Use, length: number): Uint32Array {
  const known = arrays[use];
  if (known && known.length >= length) return known;
  const made = new Uint32Array(Math.ceil(length / step) * step);
  arrays[use] = made;
  return made;
}

const countersOf = new Map<number, Uint32Array>();

export function counters(group: number, size: number): Uint32Array {
  const known = countersOf.get(group);
  const wide = known && known.length >= size ? known : new Uint32Array(size);
  countersOf.set(group, wide);
  return wide.subarray(0, size);
}

/** Valid until the next list for the same use. */
export const listed = (bitmap: Bitmap, use: Use): Uint32Array => bitmap.toUint32Array(scratch(use, bitmap.size));
