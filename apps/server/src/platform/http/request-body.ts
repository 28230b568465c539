import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBodyBudget, hasBody, readBody } from './body.ts';
import { isSafe } from './csrf.ts';
import { onAnswerEnd } from './response-end.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

interface Reading<Body> {
  /** Bytes. */
  limit: number;
  /** The signed-in person, or program of a company, that sends it; absent: a visitor. */
  sender?: { companyId: number; name: string } | undefined;
  decode(bytes: Buffer): Body | Promise<Body>;
}

/** Reads and decodes the body of a request; undefined for a request or method without a body. Throws AppError. */
export type BodyReader = <Body>(request: FastifyRequest, reply: FastifyReply, reading: Reading<Body>) => Promise<Body | undefined>;

/** Reads bodies within one budget of memory, for all routes of a server. `slowBodyMs`: time within which a body has to bring a minimum of bytes. */
export function createBodyReader(slowBodyMs: number): BodyReader {
  const budget = createBodyBudget();
  return async (request, reply, { limit, sender, decode }) => {
    if (isSafe(request) || !hasBody(request.raw)) return undefined;
    const share = sender
      ? budget.open('session', { sender: sender.name, group: String(sender.companyId) })
      : budget.open('visitor', { sender: addressGroup(visitorAddress(request)) });
    onAnswerEnd(request, reply, () => share.release());
    try {
      return await decode(await readBody(request.raw, { limit, share, lookEveryMs: slowBodyMs }));
    } catch (error) {
      // A refused body is not kept, and the refusal may wait behind the answers of earlier requests of the connection.
      share.release();
      throw error;
    }
  };
}
