import type { OneByOne } from '#modules/search/engine/one-by-one.ts';
import type { DocumentSource, SearchDocument, SourceChanges } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { writeAll, type Write } from './bulk.ts';
import type { Cluster } from './cluster.ts';
import type { Control, ControlStore } from './control.ts';
import { keyOf, type StoredDocument, storeDocument } from './document.ts';
import type { IndexSettings } from './mapping.ts';

export interface Lease {
  /** Whether this process may still write. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Elects the one process that writes. */
export interface Election {
  /** Undefined while another process is elected. */
  tryLead(name: string): Promise<Lease | undefined>;
}

export interface OpenSearchLimits {
  timeMs: number;
  followMs: number;
  /** Least time between two refreshes, which changes wait for. */
  refreshMs: number;
  /** Documents between two saves of a rebuild's progress. */
  saveEvery: number;
  /** The index before a rebuild answers running searches for this time. */
  graceMs: number;
}

export interface OpenSearchOptions {
  /** Beginning of all names of indexes and aliases. */
  name: string;
  settings: IndexSettings;
  schema: SearchSchema;
  source: DocumentSource;
  election: Election;
  /** Monotonic milliseconds. */
  clock: () => number;
  now: () => Date;
  log: (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;
  limits?: Partial<OpenSearchLimits>;
}

export interface Leadership {
  lease: Lease;
  epoch: number;
  writes: number;
}

export interface Engine {
  options: OpenSearchOptions;
  limits: OpenSearchLimits;
  cluster: Cluster;
  control: ControlStore;
  fingerprint: string;
  /** Last read state. */
  state: Control | undefined;
  leadership: Leadership | undefined;
  rebuilding: Promise<void> | undefined;
  /** Serializes writes to the active index. */
  changing: OneByOne;
  refreshedAt: number;
  replaced: { index: string; at: number }[];
  closed: boolean;
}

export const readAlias = ({ options, fingerprint }: Engine): string => `${options.name}-${fingerprint}`;
export const writeAlias = (index: string): string => `${index}-writes`;

/** Writes of a later election or call are newer than all earlier ones. */
export function nextVersion(leadership: Leadership): number {
  leadership.writes += 1;
  return leadership.epoch * 2 ** 32 + leadership.writes;
}

export function groupById(documents: readonly SearchDocument[]): Map<number, SearchDocument[]> {
  const byId = new Map<number, SearchDocument[]>();
  for (const document of documents) {
    const known = byId.get(document.id);
    if (known) known.push(document);
    else byId.set(document.id, [document]);
  }
  return byId;
}

/** All documents of each id. Logs and leaves out those that cannot be indexed. */
export function storeDocuments({ options }: Engine, documents: readonly SearchDocument[]): StoredDocument[] {
  const stored: StoredDocument[] = [];
  for (const ofId of groupById(documents).values()) {
    const owners = ofId.map(({ owner }) => owner);
    for (const document of ofId) {
      try {
        stored.push(storeDocument(options.schema, document, owners));
      } catch (error) {
        options.log('error', 'a document cannot be indexed', { id: document.id, reason: String(error) });
      }
    }
  }
  return stored;
}

/** Returns the number of documents that the cluster refused. */
export async function write({ cluster, options }: Engine, index: string, writes: readonly Write[]): Promise<number> {
  const refused = await writeAll(cluster, writeAlias(index), writes);
  for (const { key, reason } of refused) options.log('error', 'a document cannot be indexed', { id: Number.parseInt(key, 10), reason });
  return refused.length;
}

export interface Present {
  id: number;
  owner: number;
  digest: string;
}

interface PresentPage {
  hits: { hits: { fields: { id: number[]; owner: number[]; digest: string[] } }[] };
}

const mostPresent = 50_000;

/** Refreshed documents that the query selects. */
export async function readPresent({ cluster }: Engine, index: string, query: Record<string, unknown>): Promise<Present[]> {
  const { body } = await cluster.ask<PresentPage>(`POST /${index}/_search`, {
    query: { allow_partial_search_results: false },
    body: { query, size: mostPresent, _source: false, docvalue_fields: ['id', 'owner', 'digest'], sort: [{ id: 'asc' }, { owner: 'asc' }] },
  });
  return body.hits.hits.map(({ fields }) => ({ id: fields.id[0]!, owner: fields.owner[0]!, digest: fields.digest[0]! }));
}

const idsAtOnce = 250;

/** The index must be refreshed since the last write. */
async function applyPart(
  engine: Engine,
  leadership: Leadership,
  { index, ids, documents }: { index: string; ids: number[]; documents: SearchDocument[] },
) {
  const present = await readPresent(engine, index, { terms: { id: ids } });
  const stored = storeDocuments(engine, documents);
  const kept = new Set(stored.map(({ key }) => key));
  const version = nextVersion(leadership);
  await write(engine, index, [
    ...stored.map(({ key, body }) => ({ key, body, version })),
    ...present.flatMap((document) => (kept.has(keyOf(document)) ? [] : [{ key: keyOf(document), version }])),
  ]);
}

/** Replaces all documents of the changed ids, and makes the changes visible. */
export async function applyChanges(
  engine: Engine,
  leadership: Leadership,
  { index, changes }: { index: string; changes: Pick<SourceChanges, 'upserts' | 'removed'> },
): Promise<void> {
  const byId = groupById(changes.upserts);
  const ids = [...new Set([...byId.keys(), ...changes.removed])].filter((id) => Number.isInteger(id) && Math.abs(id) < 2 ** 31);
  if (ids.length === 0) return;
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const part = ids.slice(at, at + idsAtOnce);
    await applyPart(engine, leadership, { index, ids: part, documents: part.flatMap((id) => byId.get(id) ?? []) });
  }
  await refresh(engine, index);
}

export async function refresh(engine: Engine, index: string): Promise<void> {
  await engine.cluster.ask(`POST /${index}/_refresh`);
  engine.refreshedAt = engine.options.clock();
}
