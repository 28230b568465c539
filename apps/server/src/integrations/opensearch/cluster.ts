import { Client, errors } from '@opensearch-project/opensearch';
import { SearchError, type SearchErrorCode } from '#modules/search/port.ts';
import type { Json } from './mapping.ts';

export interface ClusterOptions {
  /** Nodes of one cluster. */
  nodes: readonly string[];
  user?: string | undefined;
  password?: string | undefined;
  /** PEM of the authority that signed the certificates of the nodes. */
  ca?: string | undefined;
}

export interface Request {
  query?: Record<string, string | number | boolean>;
  body?: Json | string;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Statuses that are answers, not errors. */
  ignore?: number[];
}

/** One client a process. Each request names its method and path: 'POST /index/_search'. */
export interface Cluster {
  ask<Answer>(
    call: `${'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'} /${string}`,
    request?: Request,
  ): Promise<{ status: number; body: Answer }>;
  close(): Promise<void>;
}

const defaultTimeoutMs = 30_000;
const mostSockets = 32;

export function openCluster({ nodes, user, password, ca }: ClusterOptions): Cluster {
  const client = new Client({
    nodes: [...nodes],
    ...(user === undefined ? {} : { auth: { username: user, password: password ?? '' } }),
    ...(ca === undefined ? {} : { ssl: { ca } }),
    agent: { keepAlive: true, maxSockets: mostSockets },
    requestTimeout: defaultTimeoutMs,
    maxRetries: Math.max(1, nodes.length - 1),
  });
  return {
    async ask<Answer>(call: string, { query, body, timeoutMs, signal, ignore }: Request = {}) {
      const [method = '', path = ''] = call.split(' ');
      const params = { method, path, ...(query ? { querystring: query } : {}) };
      const sent = client.transport.request(
        typeof body === 'string' ? { ...params, bulkBody: body } : { ...params, ...(body ? { body } : {}) },
        { ...(timeoutMs === undefined ? {} : { requestTimeout: timeoutMs, maxRetries: 1 }), ...(ignore ? { ignore } : {}) },
      );
      const abort = (): void => sent.abort();
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        const { statusCode, body: answer } = await sent;
        return { status: statusCode ?? 0, body: answer as Answer };
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    close: () => client.close(),
  };
}

interface Cause {
  type?: string;
  reason?: string;
  caused_by?: Cause;
  root_cause?: Cause[];
  failed_shards?: { reason?: Cause }[];
}

function causesOf(cause: Cause | undefined): Cause[] {
  if (!cause) return [];
  const inner = [cause.caused_by, ...(cause.root_cause ?? []), ...(cause.failed_shards ?? []).map(({ reason }) => reason)];
  return [cause, ...inner.flatMap(causesOf)];
}

const errorOf = (error: unknown): Cause[] =>
  error instanceof errors.ResponseError ? causesOf((error.body as { error?: Cause } | undefined)?.error) : [];

export const hasCause = (error: unknown, type: string): boolean => errorOf(error).some((cause) => cause.type === type);
export const statusOf = (error: unknown): number | undefined => (error instanceof errors.ResponseError ? error.statusCode : undefined);

/** Another attempt may succeed. */
export const isPassing = (error: unknown): boolean =>
  [429, 502, 503, 504].includes(statusOf(error) ?? 0) || error instanceof errors.ConnectionError || error instanceof errors.TimeoutError;

function codeOf(error: unknown): SearchErrorCode {
  if (error instanceof errors.RequestAbortedError) return 'aborted';
  if (error instanceof errors.TimeoutError) return 'timeout';
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) return 'not_ready';
  const tooComplex = ['too_many_clauses', 'too_many_nested_clauses', 'too_complex_to_determinize_exception', 'too_many_buckets_exception'];
  if (tooComplex.some((type) => hasCause(error, type)) || errorOf(error).some(({ reason }) => /maxClauseCount/.test(reason ?? '')))
    return 'too_complex';
  const status = statusOf(error);
  if (status === 429) return 'busy';
  return status === 404 || status === 503 ? 'not_ready' : 'failed';
}

export function asSearchError(error: unknown): SearchError {
  if (error instanceof SearchError) return error;
  return new SearchError(codeOf(error), `OpenSearch: ${describeTrouble(error)}`);
}

const blocks: readonly [pattern: RegExp, words: string][] = [
  [/read-only \/ allow delete|flood.stage/i, 'a node has too little free disk space, and the index is read-only. Free or add disk space'],
  [/cluster.*read-only/i, 'the cluster is read-only: reset cluster.blocks.read_only'],
  [/index read-only|index write/i, 'the index is blocked for writes: reset index.blocks.write and index.blocks.read_only'],
  [/state not recovered|no cluster.?manager|no master/i, 'the cluster has no manager node. Start the other nodes'],
];

/** Replaces the reason of a cluster block by words that say what to do. */
export const inWords = (reason: string): string => blocks.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;

/** The reason in words for an administrator. */
export function describeTrouble(error: unknown): string {
  const reasons = errorOf(error).map(({ reason }) => reason ?? '');
  const block = reasons.map(inWords).find((words, at) => words !== reasons[at]);
  if (block !== undefined) return block;
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) return 'no node answers';
  if (error instanceof errors.TimeoutError) return 'the cluster does not answer in time';
  const status = statusOf(error);
  if (status === 401 || status === 403) return 'user or password are refused, or the user lacks rights to the index';
  return reasons.at(-1) || (error instanceof Error ? error.message : String(error));
}
