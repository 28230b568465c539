import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBodyBudget, hasBody, readBody } from './body.ts';
import { isSafe } from './csrf.ts';
import type { Pace } from './pace.ts';
import { onAnswerEnd } from './response-end.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

interface Reading<Body> {
  limit: number;
  sender?: { companyId: number; name: string } | undefined;
  decode(bytes: Buffer): Body | Promise<Body>;
}

export type BodyReader = <Body>(request: FastifyRequest, reply: FastifyReply, reading: Reading<Body>) => Promise<Body | undefined>;

export function createBodyReader(slowBodyMs: number, pace: Pace): BodyReader {
  const budget = createBodyBudget();
  return async (request, reply, { limit, sender, decode }) => {
    if (isSafe(request) || !hasBody(request.raw)) return undefined;
    const name = sender?.name ?? addressGroup(visitorAddress(request));
    const share = sender
      ? budget.open('session', { sender: name, group: String(sender.companyId) })
      : budget.open('visitor', { sender: name });
    const delay = (bytes: number) => pace(name, bytes);
    onAnswerEnd(request, reply, () => share.release());
    try {
      return await decode(await readBody(request.raw, { limit, share, delay, checkEveryMs: slowBodyMs }));
    } catch (error) {
      // The rejection may wait behind earlier responses of the connection.
      share.release();
      throw error;
    }
  };
}
