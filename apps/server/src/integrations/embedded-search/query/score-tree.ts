import type { SearchSchema } from '#modules/search/schema.ts';
import type { Arena, Bitmap } from '../format/bitmaps.ts';
import { ShardError } from '../shard/protocol.ts';
import type { Segment } from '../format/segment.ts';

/**
 * What the score of a document is made of. `bitmap` holds the documents that match. `parts` of a sum all match whenever the sum does;
 * `wanted` may; of `best` at least one does.
 */
export interface ScoreNode {
  kind: 'flat' | 'sum' | 'best';
  bitmap: Bitmap;
  points: number;
  parts: readonly ScoreNode[];
  preferred: readonly ScoreNode[];
  /** The most it can give. */
  max: number;
}

export interface Evaluation {
  schema: SearchSchema;
  segment: Segment;
  arena: Arena;
  /** For `why`. A leaf counts for a document that is in its bitmap and in every gate: those of the `and`s around it. */
  leaves: { leaf: number; bitmap: Bitmap; gates: Bitmap[] }[];
  /** Throws when the search is to stop. */
  check: () => void;
}

export function stopWhen(flags: Int32Array, slot: number): () => void {
  return () => {
    if (Atomics.load(flags, slot) !== 0) throw new ShardError('cancelled', 'the search was given up');
  };
}
