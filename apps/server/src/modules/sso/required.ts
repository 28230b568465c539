import { domainOf } from '@headwater/domain/companies/sso';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { requiringCompany } from './store/domains.ts';
import { keepSettings } from './store/settings.ts';

interface Member {
  company_id: number;
  email: string;
  role: Role;
}

/** They manage single sign-on, and so keep their passwords: a provider that is away, or set up wrongly, locks them out of nothing. */
export const isAdministrator = ({ role }: Pick<Member, 'role'>): boolean => role === 'admin' || role === 'admin_without_search';

/** Those whom the provider lets in: staff and account managers never come that way. */
export const isMember = ({ role }: Pick<Member, 'role'>): boolean => role === 'worker' || role === 'hm';

/** Whether somebody may come in through the provider of their company alone. */
export async function mustUseProvider(tx: Tx, user: Member, now: Date): Promise<boolean> {
  return isMember(user) && (await requiringCompany(tx, { domain: domainOf(user.email), now })) === user.company_id;
}

/**
 * Until the transaction ends the company of the person does not begin to require its provider. Whoever makes it so ends what was opened otherwise, and
 * sees what this transaction opens.
 */
export async function holdRequirement(tx: Tx, user: Member): Promise<void> {
  if (isMember(user)) await keepSettings(tx, user.company_id);
}

/** Whether who has this address, and no account yet, gets one through the provider of their company alone. */
export const mustJoinCompany = async (tx: Tx, email: string, now: Date): Promise<boolean> =>
  (await requiringCompany(tx, { domain: domainOf(email), now })) !== undefined;

/** Whether whoever has that address comes in through the provider of another company alone. */
export async function mustJoinOther(tx: Tx, { email, company_id: own }: Pick<Member, 'email' | 'company_id'>, now: Date): Promise<boolean> {
  const company = await requiringCompany(tx, { domain: domainOf(email), now });
  return company !== undefined && company !== own;
}
