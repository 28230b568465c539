import { startThread } from '#platform/thread.ts';
import { type AliasIndex, openIndex } from './alias-index.ts';
import type { MadeIndex } from './indexing-thread.ts';
import type { ReferenceKind } from './reference-items.ts';

export type { ReferenceKind } from './reference-items.ts';

type Indexes = ReadonlyMap<ReferenceKind, AliasIndex>;

/** Runs in a thread, because indexing blocks for a second or two. */
const makeIndexes = () =>
  new Promise<Indexes>((resolve, reject) => {
    const indexes = new Map<ReferenceKind, AliasIndex>();
    const worker = startThread(new URL('indexing-thread.ts', import.meta.url));
    worker.unref();
    worker.on('message', ({ kind, packed }: MadeIndex) => indexes.set(kind, openIndex(packed)));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve(indexes) : reject(new Error(`indexing of suggestions ended with ${code}`))));
  });

let making: Promise<Indexes> | undefined;

export function warmSuggestions(): Promise<Indexes> {
  making ??= makeIndexes().catch((error: unknown) => {
    making = undefined;
    throw error;
  });
  return making;
}

export async function suggestionIndex(kind: ReferenceKind): Promise<AliasIndex> {
  const index = (await warmSuggestions()).get(kind);
  if (!index) throw new Error(`nothing is suggested for ${kind}`);
  return index;
}
