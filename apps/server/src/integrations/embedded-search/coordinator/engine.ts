import { type DocumentSource, type SearchDocument, SearchError, type SourceChanges } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { encodeDocument } from '../indexing/encode-document.ts';
import type { FolderLock } from './folder-lock.ts';
import type { Follower } from './follow-source.ts';
import { type Generation, startGeneration } from './generation.ts';
import type { AdmissionControl } from './admission-control.ts';
import type { MergeScheduler } from '../indexing/merge-scheduler.ts';
import type { EncodedDocument } from '../shard/protocol.ts';
import type { Ordinals } from '../format/ordinals.ts';
import { type StartThread, startThread } from '../shard/threads.ts';

export interface EmbeddedSearchOptions {
  /** Its own folder: losing it loses nothing but the time to build again. */
  directory: string;
  schema: SearchSchema;
  source: DocumentSource;
  /** Milliseconds that only grow. */
  clock: () => number;
  log: (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;
  /** Threads that search; default 1 below 50,000 documents, else 2 where there are two cores. */
  shards?: number;
  limits?: Partial<EmbeddedLimits>;
  /** Default: a worker thread. */
  startThread?: StartThread;
}

export interface EmbeddedLimits {
  /** One search, from asking to answer. */
  timeMs: number;
  /** Searches let into the threads at once. */
  running: number;
  waiting: number;
  /** How often the source is asked for changes. */
  followMs: number;
  /** How often a changed index is saved. */
  saveMs: number;
}

/** The index as it stands: which threads hold it, and the version of the source it has reached. */
export interface IndexState {
  generation: Generation | undefined;
  version: number;
  /** Later versions that are in too. Not saved: after a start they are read again. */
  ahead: ReadonlySet<number>;
  saved: { version: number; number: number; at: number };
  progress: { done: number; total: number } | undefined;
  rebuilding: Promise<void> | undefined;
  closed: boolean;
}

export interface Engine {
  options: EmbeddedSearchOptions;
  limits: EmbeddedLimits;
  admission: AdmissionControl;
  index: IndexState;
  merging: MergeScheduler;
  follower: Follower;
  /** Changes of the index happen one after the other, and so does saving it. */
  changing: OneByOne;
  saving: OneByOne;
  folder: FolderLock;
  /** A thread ended by itself. */
  lost: (generation: Generation, error: Error) => void;
}

export type OneByOne = <T>(work: () => Promise<T>) => Promise<T>;

export function oneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

export function ready({ index }: Engine): Generation {
  if (index.closed) throw new SearchError('closed', 'the search engine was closed');
  if (!index.generation) throw new SearchError('not_ready', 'the search index is being built');
  return index.generation;
}

export const startOf = ({ startThread: custom }: EmbeddedSearchOptions): StartThread => custom ?? startThread;

export function newGeneration({ options, admission, lost }: Engine, { shards, terms }: Pick<Generation, 'shards' | 'terms'>): Generation {
  const generation: Generation = startGeneration({
    schema: options.schema,
    flags: admission.flags,
    shards,
    terms,
    start: startOf(options),
    onLost: (error) => lost(generation, error),
  });
  return generation;
}

/** From here on searches go to the new threads; the old stop when nobody uses them any more. */
export async function putInPlace({ index }: Engine, generation: Generation): Promise<void> {
  if (index.closed) return generation.retire();
  const old = index.generation;
  index.generation = generation;
  await old?.retire();
}

/** What the source gave, as the threads take it. One that cannot be indexed is told of and left out, so that it does not hold up the others. */
function encodeDocuments({ options }: Engine, terms: Ordinals, documents: readonly SearchDocument[]): EncodedDocument[] {
  return documents.flatMap((document) => {
    try {
      return encodeDocument(options.schema, terms, document);
    } catch (error) {
      options.log('error', 'a document cannot be indexed', { id: document.id, reason: String(error) });
      return [];
    }
  });
}

/** Changes put in at a time: they are made ready on the thread that also answers requests. */
const changesAtOnce = 250;

/** Upserts in parts. All documents of an id are in one: each part replaces whatever is there of its ids. */
function* partsOf(upserts: readonly SearchDocument[]): Generator<SearchDocument[]> {
  const byId = new Map<number, SearchDocument[]>();
  for (const document of upserts) {
    const known = byId.get(document.id);
    if (known) known.push(document);
    else byId.set(document.id, [document]);
  }
  let part: SearchDocument[] = [];
  for (const documents of byId.values()) {
    part.push(...documents);
    if (part.length < changesAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** An id of which no document can be indexed any more is taken out. */
export async function applyChanges(engine: Engine, generation: Generation, changes: SourceChanges): Promise<void> {
  if (changes.removed.length > 0) await generation.apply({ documents: [], removed: changes.removed });
  for (const part of partsOf(changes.upserts)) {
    const documents = encodeDocuments(engine, generation.terms, part);
    const known = new Set(documents.map(({ id }) => id));
    await generation.apply({
      documents,
      removed: part.flatMap(({ id }) => (known.has(id) || !Number.isInteger(id) || id < 1 ? [] : [id])),
    });
  }
}
