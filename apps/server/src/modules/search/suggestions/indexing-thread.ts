import { parentPort } from 'node:worker_threads';
import { type PackedIndex, packIndex } from './alias-index.ts';
import { type ReferenceKind, referenceItems } from './reference-items.ts';

export interface MadeIndex {
  kind: ReferenceKind;
  packed: PackedIndex;
}

for (const [kind, load] of Object.entries(referenceItems)) {
  const packed = packIndex(load());
  const { keys, items, spellings, places, all } = packed;
  const arrays = [keys.bytes, keys.ends, items, spellings, places, all.bytes, all.ends];
  parentPort?.postMessage(
    { kind, packed },
    arrays.map((array) => array.buffer),
  );
}
