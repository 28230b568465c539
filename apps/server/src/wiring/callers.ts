import type { FastifyRequest } from 'fastify';
import { createVisitorResolver } from '#modules/accounts/sessions/session.ts';
import { createTokenResolver } from '#modules/accounts/api-tokens/visitor.ts';
import { mustUseProvider } from '#modules/sso/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { apiTokenOf } from '#platform/http/api-token.ts';
import type { Visitor } from '#platform/http/context.ts';

export function createCallerResolver({ database, clock }: { database: Database; clock: Clock }) {
  const [bySession, byToken] = [createVisitorResolver({ database, clock }), createTokenResolver({ database, clock, mustUseProvider })];
  return (request: FastifyRequest): Promise<Visitor | undefined> => {
    const token = apiTokenOf(request);
    return token === undefined ? bySession(request) : byToken(request, token);
  };
}
