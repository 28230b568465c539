import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBodyBudget, hasBody, readBody } from './body.ts';
import { isSafe } from './csrf.ts';
import { onAnswerEnd } from './response-end.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

interface Reading<Body> {
  limit: number;
  sender?: { companyId: number; name: string } | undefined;
  decode(bytes: Buffer): Body | Promise<Body>;
}

export type BodyReader = <Body>(request: FastifyRequest, reply: FastifyReply, reading: Reading<Body>) => Promise<Body | undefined>;

export function createBodyReader(slowBodyMs: number): BodyReader {
  const budget = createBodyBudget();
  return async (request, reply, { limit, sender, decode }) => {
    if (isSafe(request) || !hasBody(request.raw)) return undefined;
    const share = sender
      ? budget.open('session', { sender: sender.name, group: String(sender.companyId) })
      : budget.open('visitor', { sender: addressGroup(visitorAddress(request)) });
    onAnswerEnd(request, reply, () => share.release());
    try {
      return await decode(await readBody(request.raw, { limit, share, checkEveryMs: slowBodyMs }));
    } catch (error) {
      // The rejection may wait behind earlier responses of the connection.
      share.release();
      throw error;
    }
  };
}
