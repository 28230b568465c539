import { startThread } from '#platform/thread.ts';
import { type AliasIndex, openIndex } from './alias-index.ts';
import type { MadeIndex } from './indexing-thread.ts';
import type { ReferenceKind } from './reference-items.ts';

export type { ReferenceKind } from './reference-items.ts';

type Indexes = ReadonlyMap<ReferenceKind, AliasIndex>;

/** A thread of its own: indexing takes a second or two, in which nobody else would be answered. */
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

/** Makes all indexes where nobody did before. */
export function warmSuggestions(): Promise<Indexes> {
  making ??= makeIndexes().catch((error: unknown) => {
    making = undefined;
    throw error;
  });
  return making;
}

/** The names of one kind; the first call waits until all kinds are indexed. */
export async function suggestionIndex(kind: ReferenceKind): Promise<AliasIndex> {
  const index = (await warmSuggestions()).get(kind);
  if (!index) throw new Error(`nothing is suggested for ${kind}`);
  return index;
}
