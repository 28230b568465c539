import { type DocumentSource, type SearchDocument, SearchError, type SourceChanges } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { encodeDocument } from '../indexing/encode-document.ts';
import type { FolderLock } from './folder-lock.ts';
import type { Follower } from '#integrations/search-follower/follow-source.ts';
import type { OneByOne } from '#modules/search/engine/one-by-one.ts';
import { type Generation, startGeneration } from './generation.ts';
import type { AdmissionControl } from './admission-control.ts';
import type { MergeScheduler } from '../indexing/merge-scheduler.ts';
import type { EncodedDocument } from '../shard/protocol.ts';
import type { Ordinals } from '../format/ordinals.ts';
import { type StartThread, startThread } from '../shard/threads.ts';

export interface EmbeddedSearchOptions {
  directory: string;
  schema: SearchSchema;
  source: DocumentSource;
  /** Monotonic milliseconds. */
  clock: () => number;
  log: (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;
  /** Number of search threads; default 1 below 50,000 documents, else 2 on two or more cores. */
  shards?: number;
  limits?: Partial<EmbeddedLimits>;
  startThread?: StartThread;
}

export interface EmbeddedLimits {
  timeMs: number;
  running: number;
  waiting: number;
  followMs: number;
  saveMs: number;
  /** Pause between two looks for an index that another process built. */
  adoptMs: number;
}

export interface IndexState {
  generation: Generation | undefined;
  version: number;
  /** Higher versions that are applied already. Not saved: a start reads them again. */
  ahead: ReadonlySet<number>;
  saved: { version: number; number: number; at: number };
  /** Version of the source when the build of the index began. */
  built: number;
  lookedAt: number;
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
  changing: OneByOne;
  saving: OneByOne;
  folder: FolderLock;
  lost: (generation: Generation, error: Error) => void;
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

export async function putInPlace({ index }: Engine, generation: Generation): Promise<void> {
  if (index.closed) return generation.retire();
  const old = index.generation;
  index.generation = generation;
  await old?.retire();
}

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

/** Changes per batch: the main thread, which also serves requests, prepares them. */
const changesAtOnce = 250;

/** Splits upserts. All documents of an id are in one part, because a part replaces them. */
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

export async function catchUp(engine: Engine, generation: Generation, from: number): Promise<Pick<IndexState, 'version' | 'ahead'>> {
  let version = from;
  let ahead: ReadonlySet<number> = new Set();
  for (let more = true; more;) {
    const changes = await engine.options.source.changesSince(version, ahead);
    if (!changes) throw new SearchError('failed', 'changes were forgotten while the index was built');
    await applyChanges(engine, generation, changes);
    version = changes.version;
    ahead = new Set(changes.ahead);
    more = changes.more;
  }
  return { version, ahead };
}
