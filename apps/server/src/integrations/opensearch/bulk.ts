import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, describeTrouble, inWords, isPassing } from './cluster.ts';

/** `body` undefined: delete. `version`: a smaller one than the stored is refused. */
export interface Write {
  key: string;
  version: number;
  body?: string;
}

export interface Refused {
  key: string;
  reason: string;
}

interface ItemResult {
  _id: string;
  status: number;
  error?: { type?: string; reason?: string; caused_by?: { reason?: string } };
}

interface BulkAnswer {
  errors: boolean;
  items: Record<'index' | 'delete', ItemResult | undefined>[];
}

const mostBytes = 4 * 1024 ** 2;
const attempts = 8;
const firstPauseMs = 100;
const longestPauseMs = 10_000;

function linesOf({ key, version, body }: Write): string {
  const action = { _id: key, version, version_type: 'external_gte' };
  return body === undefined ? `${JSON.stringify({ delete: action })}\n` : `${JSON.stringify({ index: action })}\n${body}\n`;
}

function* partsOf(writes: readonly Write[]): Generator<Write[]> {
  let part: Write[] = [];
  let bytes = 0;
  for (const write of writes) {
    part.push(write);
    bytes += (write.body?.length ?? 0) + 100;
    if (bytes < mostBytes) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

/** A newer version is stored already: done. A document to delete is missing: done. */
const isDone = ({ status, error }: ItemResult): boolean => status < 300 || status === 409 || (status === 404 && !error);
const isOverloaded = ({ status }: ItemResult): boolean => status === 429 || status === 503;

/** A missing alias or a block concerns all documents. */
const isOfIndex = ({ error }: ItemResult): boolean => /index_not_found|cluster_block/.test(error?.type ?? '');

const reasonOf = ({ status, error }: ItemResult): string =>
  [error?.type, error?.reason, error?.caused_by?.reason].filter(Boolean).join(': ') || `status ${status}`;

/**
 * Writes in order and looks at each item of the answer. Waits while the cluster is overloaded.
 * Returns the documents that the cluster refuses.
 */
export async function writeAll(cluster: Cluster, alias: string, writes: readonly Write[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (const part of partsOf(writes)) refused.push(...(await writePart(cluster, alias, part)));
  return refused;
}

async function writePart(cluster: Cluster, alias: string, part: readonly Write[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  let left = part;
  let trouble: unknown;
  for (let attempt = 0; attempt < attempts && left.length > 0; attempt += 1) {
    if (attempt > 0) await sleep(Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
    try {
      // The alias must exist, so that no write creates an index.
      const { body } = await cluster.ask<BulkAnswer>(`POST /${alias}/_bulk`, {
        query: { require_alias: true },
        body: left.map(linesOf).join(''),
      });
      const results = left.map((write, at) => ({ write, result: body.items[at]?.index ?? body.items[at]?.delete }));
      const failed = results.flatMap(({ write, result }) => (result && !isDone(result) ? [{ write, result }] : []));
      const ofIndex = failed.find(({ result }) => isOfIndex(result));
      if (ofIndex) throw new Error(inWords(reasonOf(ofIndex.result)));
      refused.push(...failed.flatMap(({ write, result }) => (isOverloaded(result) ? [] : [{ key: write.key, reason: reasonOf(result) }])));
      left = failed.flatMap(({ write, result }) => (isOverloaded(result) ? [write] : []));
      trouble = left.length > 0 ? new Error('the cluster is overloaded') : undefined;
    } catch (error) {
      if (!isPassing(error)) throw error;
      trouble = error;
    }
  }
  if (left.length > 0) throw new Error(`OpenSearch takes no changes: ${describeTrouble(trouble)}`);
  return refused;
}
