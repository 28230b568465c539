import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './access.ts';
import type { GreenhouseWorld } from './world.ts';

type Row = { id: number };
type Query = Record<string, string | undefined>;
type Matches = (row: never, value: string) => boolean;

const mostIds = 50;
const idsIn = (value: string) => value.split(',').map(Number);

/** Filters by name. Those that end in `ids` accept 50 values. */
const filters: Record<string, Matches> = {
  ids: (row: Row, value) => idsIn(value).includes(row.id),
  candidate_ids: (row: { candidate_id: number }, value) => idsIn(value).includes(row.candidate_id),
  job_ids: (row: { job_id: number | null }, value) => row.job_id !== null && idsIn(value).includes(row.job_id),
  status: (row: { status: string }, value) => row.status === value,
  email: (row: { email_addresses?: { value: string }[]; emails?: string[] }, value) =>
    [...(row.email_addresses ?? []).map((email) => email.value), ...(row.emails ?? [])].some(
      (email) => email.toLowerCase() === value.toLowerCase(),
    ),
  type: (row: { type: string }, value) => row.type === value,
};

const pageParameters = new Set(['per_page', 'cursor', 'show_service_accounts']);

/** A bare array by descending id; the next page is in the `Link` header. */
export function answerList(
  world: GreenhouseWorld,
  rows: readonly Row[],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const query = request.query as Query;
  if (query['cursor'] !== undefined && Object.keys(query).length > 1)
    return fail(reply, 422, 'When passing a cursor, do not include other query params.');
  const asked: { query: Query; before: number } =
    query['cursor'] === undefined
      ? { query, before: Infinity }
      : (JSON.parse(Buffer.from(query['cursor'], 'base64url').toString()) as { query: Query; before: number });
  const perPage = Number(asked.query['per_page'] ?? 100);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 500) return fail(reply, 422, 'per_page must be between 1 and 500');
  const chosen = Object.entries(asked.query).filter(([name]) => !pageParameters.has(name));
  for (const [name, value = ''] of chosen) {
    if (!filters[name]) return fail(reply, 422, `Unknown parameter: ${name}`);
    if (name.endsWith('ids') && value.split(',').length > mostIds) return fail(reply, 422, `${name} accepts at most ${mostIds} values`);
  }
  const found = rows
    .filter(({ id }) => id < asked.before)
    .filter((row) => chosen.every(([name, value = '']) => filters[name]?.(row as never, value)))
    .toSorted((one, other) => other.id - one.id);
  const page = found.slice(0, perPage);
  const last = page.at(-1);
  if (found.length > perPage && last) {
    const cursor = Buffer.from(JSON.stringify({ query: asked.query, before: last.id })).toString('base64url');
    const path = request.url.split('?')[0] ?? '';
    reply.header('link', `<http://${request.headers.host}${path}?cursor=${cursor}>; rel="next"`);
  }
  return reply.send(page);
}
