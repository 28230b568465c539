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

/**
 * The id in the path. For a company: the id in the path, the parameter `company_id`, or the own
 * company. The id of a company export is not the id of a company.
 */
function targetIdOf({ route, request, actor }: ApiContext): number | null {
  const { pathname, searchParams } = new URL(request.raw.url ?? '', 'http://path');
  const at = route.path.split('/').findIndex((part) => part.startsWith('{'));
  const namesCompany = at >= 0 && route.meta.targets?.['id'] !== 'company_export';
  const isCompany = route.meta.exports === 'company' && !namesCompany;
  const id = Number(isCompany ? (searchParams.get('company_id') ?? actor.company.id) : (pathname.split('/')[at] ?? Number.NaN));
  return Number.isSafeInteger(id) ? id : null;
}

/** Records an export before its first byte is sent. */
export const recordExport =
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
        part: route.meta.exportedPart,
        token: request.apiCall?.visitor?.token?.name,
        address: visitorAddress(request) || null,
        at: clock.now(),
      }),
    );
  };

export const recordFailedSignIn =
  ({ database, clock }: Services) =>
  ({ email, address }: { email: string; address: string }): Promise<void> =>
    database.asSystem((tx) => insertFailedSignIn(tx, { email, address: address || null, at: clock.now() }));
