import type { AuditTarget } from '@headwater/domain/audit';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { ApiContext } from '#platform/http/context.ts';
import { visitorAddress } from '#platform/http/visitor-address.ts';
import { insertExport, insertFailedSignIn } from './store.ts';

interface Services {
  database: Database;
  clock: Clock;
}

function targetIdOf({ route, request }: ApiContext): number | null {
  const at = route.path.split('/').findIndex((part) => part.startsWith('{'));
  const id = at < 0 ? Number.NaN : Number((request.raw.url ?? '').split(/[?#]/)[0]?.split('/')[at]);
  return Number.isSafeInteger(id) ? id : null;
}

/** Records an export before its first byte is sent. */
export const noteExport =
  ({ database, clock }: Services) =>
  async (context: ApiContext): Promise<void> => {
    const { actor, route, request } = context;
    await database.inCompany(actor.company.id, (tx) =>
      insertExport(tx, {
        companyId: actor.company.id,
        userId: actor.userId,
        originalUserId: actor.originalUserId,
        target: route.meta.exports as AuditTarget,
        targetId: targetIdOf(context),
        address: visitorAddress(request) || null,
        at: clock.now(),
      }),
    );
  };

export const noteFailedSignIn =
  ({ database, clock }: Services) =>
  ({ email, address }: { email: string; address: string }): Promise<void> =>
    database.asSystem((tx) => insertFailedSignIn(tx, { email, address: address || null, at: clock.now() }));
