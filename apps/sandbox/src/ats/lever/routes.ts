import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './access.ts';

export type Query = Record<string, string | string[] | undefined>;

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Permission of the credentials. */
  right: string;
  answer(
    call: { request: FastifyRequest; query: Query; body: Record<string, unknown>; id: string },
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply>;
};

export const all = (value: string | string[] | undefined) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
export const first = (value: string | string[] | undefined) => all(value)[0];

export const missing = (reply: FastifyReply, what: string) => fail(reply, 404, `${what} was not found`);

/** `next` is a token for the next request. */
export function answerPage(rows: readonly object[], query: Query, reply: FastifyReply): FastifyReply {
  const limit = Number(first(query['limit']) ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return fail(reply, 400, 'limit must be between 1 and 100');
  const offset = first(query['offset']);
  const start = offset === undefined ? 0 : Number(/^0\.(\d+)$/.exec(offset)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) return fail(reply, 400, 'offset is invalid');
  const hasNext = rows.length > start + limit;
  return reply.send({ data: rows.slice(start, start + limit), hasNext, ...(hasNext ? { next: `0.${start + limit}` } : {}) });
}
