import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBodyBudget, hasBody, type PoolName, readBody } from './body.ts';
import { isSafe } from './csrf.ts';
import { onAnswerEnd } from './response-end.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

interface Reading<Body> {
  /** Bytes. */
  limit: number;
  pool: PoolName;
  decode(bytes: Buffer): Body | Promise<Body>;
}

/** Reads and decodes the body of a request; undefined where it has none, or its method says nothing by one. Throws AppError. */
export type BodyReader = <Body>(request: FastifyRequest, reply: FastifyReply, reading: Reading<Body>) => Promise<Body | undefined>;

/** Reads bodies within one budget of memory, for all routes of a server. `slowBodyMs`: a body that brings almost nothing within this time is given up. */
export function createBodyReader(slowBodyMs: number): BodyReader {
  const budget = createBodyBudget();
  return async (request, reply, { limit, pool, decode }) => {
    if (isSafe(request) || !hasBody(request.raw)) return undefined;
    const share = budget.open(pool, addressGroup(visitorAddress(request)));
    onAnswerEnd(request, reply, () => share.release());
    try {
      return await decode(await readBody(request.raw, { limit, share, lookEveryMs: slowBodyMs }));
    } catch (error) {
      // Nothing is kept of a refused body, and the refusal itself may have to wait behind the answers of earlier requests of the connection.
      share.release();
      throw error;
    }
  };
}
