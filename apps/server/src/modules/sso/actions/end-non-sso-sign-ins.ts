import { domainOf } from '@headwater/domain/companies/sso';
import { endNonSsoSessions, listAddresses } from '#modules/accounts/public/sign-in.ts';
import type { Tx } from '#platform/database/database.ts';
import { isMember } from '../required.ts';
import { listVerified } from '../store/domains.ts';
import { findSettings } from '../store/settings.ts';

/** Call with locked settings (`lockSettings`), so that concurrent changes see each other. */
export async function endNonSsoSignIns(tx: Tx, { companyId, now }: { companyId: number; now: Date }): Promise<void> {
  const settings = await findSettings(tx, companyId);
  if (!settings?.is_active || !settings.is_enforced) return;
  const domains = await listVerified(tx, companyId, now);
  const members = (await listAddresses(tx, companyId)).filter((user) => isMember(user) && domains.has(domainOf(user.email)));
  await endNonSsoSessions(
    tx,
    members.map(({ id }) => id),
  );
}
