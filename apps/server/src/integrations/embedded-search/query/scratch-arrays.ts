import type { Bitmap } from '../format/bitmaps.ts';

/**
 * Lists of documents that live no longer than one step of a search. A thread searches one thing at a time, so it keeps one array for each
 * use: fresh ones of megabytes a search would be mostly page faults, and garbage that is collected late.
 */
type Use = 'hits' | 'others' | 'own' | 'beyond' | 'candidates' | 'found';

/** Arrays grow by so much, not by doubling: one as long as all documents is the longest that is ever needed. */
const step = 65_536;

const arrays: Partial<Record<Use, Uint32Array>> = {};

/** An array of at least this length; what it held is gone. */
export function scratch(use: Use, length: number): Uint32Array {
  const known = arrays[use];
  if (known && known.length >= length) return known;
  const made = new Uint32Array(Math.ceil(length / step) * step);
  arrays[use] = made;
  return made;
}

const countersOf = new Map<number, Uint32Array>();

/** Exactly so many counters for the group of that number; what they held is still there. */
export function counters(group: number, size: number): Uint32Array {
  const known = countersOf.get(group);
  const wide = known && known.length >= size ? known : new Uint32Array(size);
  countersOf.set(group, wide);
  return wide.subarray(0, size);
}

/** The documents of a bitmap, until the next list for the same use. */
export const listed = (bitmap: Bitmap, use: Use): Uint32Array => bitmap.toUint32Array(scratch(use, bitmap.size));
