import type { ShownContact } from '@headwater/contract/profiles';
import type { Actor } from '@headwater/domain/roles';
import type { Database } from '#platform/database/database.ts';
import type { MailDomains } from '../mail-domains.ts';
import { presentContact } from '../present.ts';
import { viewContacts } from './contacts.ts';
import { type IsCandidateFor, requireVisibleProfile } from './open-profile.ts';

interface VerifierServices {
  database: Database;
  mailDomains: MailDomains;
  isCandidateFor: IsCandidateFor;
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

const mostDomains = 10;

type Verified = Pick<ShownContact, 'id' | 'type' | 'value' | 'mask' | 'status' | 'checked_at' | 'checked_by'>;

/**
 * PROF-065: an e-mail domain without mail makes an address invalid, a domain with mail proves
 * nothing. Name servers are asked only if the installation permits; no message is sent.
 */
export async function verifyContacts(
  { database, mailDomains, isCandidateFor }: VerifierServices,
  actor: Actor,
  profileId: number,
): Promise<{ contacts: Verified[] }> {
  const { rows } = await database.inCompany(actor.company.id, async (tx) => {
    await requireVisibleProfile(tx, actor, { profileId, isCandidateFor });
    return viewContacts(tx, actor, profileId);
  });
  const shown = rows.map((row) => ({ row, contact: presentContact(row, actor) }));
  const open = shown.filter(({ contact: { type, status } }) => type === 'email' && status === 'unknown');
  const names = [...new Set(open.map(({ row }) => domainOf(row.value)))].slice(0, mostDomains);
  // Outside of the transaction: name servers may be slow.
  const domains = new Map(await Promise.all(names.map(async (name) => [name, await mailDomains.find(name)] as const)));
  return {
    contacts: shown.map(({ row, contact }) => {
      const { id, type, value, mask, ...rest } = contact;
      const domain = type === 'email' && rest.status === 'unknown' ? domains.get(domainOf(row.value)) : undefined;
      const known = { id, type, value, mask, status: rest.status, checked_at: rest.checked_at, checked_by: rest.checked_by };
      if (!domain) return known;
      const found = { checked_at: domain.at.toISOString(), checked_by: 'domain' as const };
      return { ...known, ...found, status: domain.takesMail ? ('unknown' as const) : ('invalid' as const) };
    }),
  };
}
