import { minuteMs } from '@headwater/domain/time/durations';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Database } from '#platform/database/database.ts';
import type { Visitor } from '#platform/http/context.ts';
import type { SignInServices } from '../sign-in/services.ts';
import { findVisitorById } from '../sessions/session.ts';
import { findLiveToken, recordUse } from './store.ts';

/** Not cached, so that a revocation takes effect immediately. */
export const createTokenResolver =
  ({ database, clock, mustUseProvider }: { database: Database; clock: Clock } & Pick<SignInServices, 'mustUseProvider'>) =>
  async (request: FastifyRequest, value: string): Promise<Visitor | undefined> => {
    const [now, hash] = [clock.now(), hashToken(value)];
    const found = await database.readAsSystem(
      async (tx) => {
        const token = await findLiveToken(tx, hash, now);
        const visitor = token && (await findVisitorById(tx, token.user_id, { now, request, mustUseProvider }));
        if (visitor?.actor.company.id !== token?.company_id) return undefined;
        return (
          visitor && token && { visitor: { ...visitor, scopes: token.scopes, token: { id: token.id, name: token.name ?? '' } }, token }
        );
      },
      { isPrepared: true },
    );
    if (!found) return undefined;
    const { id, last_used_at: usedAt } = found.token;
    if (usedAt === null || now.getTime() - usedAt.getTime() >= minuteMs) {
      // A failure to record the use must not refuse the call.
      await database.asSystem((tx) => recordUse(tx, id, now)).catch(() => undefined);
    }
    return found.visitor;
  };
