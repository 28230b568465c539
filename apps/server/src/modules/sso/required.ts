import { domainOf } from '@headwater/domain/companies/sso';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { requiringCompany } from './store/domains.ts';
import { shareLockSettings } from './store/settings.ts';

interface Member {
  company_id: number;
  email: string;
  role: Role;
}

/** Administrators keep their passwords, so that a failing provider cannot lock them out. */
export const isAdministrator = ({ role }: Pick<Member, 'role'>): boolean => role === 'admin' || role === 'admin_without_search';

export const isMember = ({ role }: Pick<Member, 'role'>): boolean => role === 'worker' || role === 'hm';

export async function mustUseProvider(tx: Tx, user: Member, now: Date): Promise<boolean> {
  return isMember(user) && (await requiringCompany(tx, { domain: domainOf(user.email), now })) === user.company_id;
}

/** A new requirement must see the session of this transaction. */
export async function shareLockRequirement(tx: Tx, user: Member): Promise<void> {
  if (isMember(user)) await shareLockSettings(tx, user.company_id);
}

export const mustJoinCompany = async (tx: Tx, email: string, now: Date): Promise<boolean> =>
  (await requiringCompany(tx, { domain: domainOf(email), now })) !== undefined;

export async function mustJoinOther(tx: Tx, { email, company_id: own }: Pick<Member, 'email' | 'company_id'>, now: Date): Promise<boolean> {
  const company = await requiringCompany(tx, { domain: domainOf(email), now });
  return company !== undefined && company !== own;
}
