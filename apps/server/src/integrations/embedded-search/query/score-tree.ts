import type { SearchSchema } from '#modules/search/schema.ts';
import type { Arena, Bitmap } from '../format/bitmaps.ts';
import { ShardError } from '../shard/protocol.ts';
import type { Segment } from '../format/segment.ts';

/**
 * All `parts` of a sum match whenever the sum does, `wanted` may match; of `best` at least one
 * does.
 */
export interface ScoreNode {
  kind: 'flat' | 'sum' | 'best';
  bitmap: Bitmap;
  points: number;
  parts: readonly ScoreNode[];
  preferred: readonly ScoreNode[];
  max: number;
}

export interface Evaluation {
  schema: SearchSchema;
  segment: Segment;
  arena: Arena;
  /** For `why`: a leaf counts if the document is in its bitmap and in all its gates. */
  leaves: { leaf: number; bitmap: Bitmap; gates: Bitmap[] }[];
  check: () => void;
}

export function stopWhen(flags: Int32Array, slot: number): () => void {
  return () => {
    if (Atomics.load(flags, slot) !== 0) throw new ShardError('cancelled', 'the search was given up');
  };
}
