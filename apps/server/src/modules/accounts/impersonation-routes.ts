import { impersonation } from '@headwater/contract/impersonation';
import { implement } from '@orpc/server';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { logInAs, logInAsServiceManager, stopImpersonation } from './sessions/act-as.ts';
import { sessionHashOf } from './sessions/session.ts';

export function impersonationRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(impersonation).$context<RequestContext>();
  const sessionOf = ({ actor, request }: RequestContext) => ({ actor, tokenHash: sessionHashOf(request), now: clock.now() });
  return {
    logInAs: api.logInAs.handler(({ input, context }) =>
      database.asSystem(async (tx) => ({ next: await logInAs(tx, sessionOf(context), input.id) })),
    ),
    logInAsServiceManager: api.logInAsServiceManager.handler(({ input, context }) =>
      database.asSystem(async (tx) => ({ next: await logInAsServiceManager(tx, sessionOf(context), input.id) })),
    ),
    return: api.return.handler(({ context }) =>
      database.asSystem(async (tx) => ({ next: await stopImpersonation(tx, sessionOf(context)) })),
    ),
  };
}
