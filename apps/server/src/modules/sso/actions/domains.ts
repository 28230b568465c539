import { randomBytes } from 'node:crypto';
import { domainRecordName, domainRecordValue } from '@headwater/domain/companies/sso';
import { emailKind } from '@headwater/domain/profiles/email-kind';
import { type Actor, isStaff } from '@headwater/domain/roles';
import { commaList } from '@headwater/domain/text/comma-list';
import { isSingleCompany, refuseChanged } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { SsoServices } from '../services.ts';
import {
  deleteDomains,
  type Domain,
  insertDomain,
  isTaken,
  listDomains,
  markVerified,
  releaseLost,
  saveSeen,
  takenDomains,
} from '../store/domains.ts';
import { lockSettings } from '../store/settings.ts';
import { endOtherWays } from './end-other-ways.ts';

/** Who saves them, for which company. */
export interface Saver {
  actor: Actor;
  companyId: number;
  now: Date;
  /** The hash that their own session is kept by. */
  session: Buffer;
}

/** Staff do, and so do administrators of the only company that there is. */
export const speaksForInstallation = async (tx: Tx, { actor }: Pick<Saver, 'actor'>): Promise<boolean> =>
  isStaff(actor) || isSingleCompany(tx);

/**
 * Whether a domain is the company's because of who says so: staff, or, as long as there is no other, the only company that there is (`assumed`). Whoever
 * else must show it by a record.
 */
async function wordOf(
  tx: Tx,
  { isDemo }: Pick<SsoServices, 'isDemo'>,
  { actor, domain }: { actor: Actor; domain: string },
): Promise<'confirmed' | 'assumed' | undefined> {
  if ((isDemo && domain.endsWith('.test')) || isStaff(actor)) return 'confirmed';
  return (await isSingleCompany(tx)) ? 'assumed' : undefined;
}

const taken = (domain: string) => new FieldErrors({ domains: { key: 'sso_domain_taken', parts: { domain } } });

/** Throws FieldErrors for a domain where anybody has an address. */
export function requireCorporate(domains: readonly string[]): void {
  const open = domains.find((domain) => emailKind(`somebody@${domain}`) === 'personal');
  if (open !== undefined) throw new FieldErrors({ domains: { key: 'sso_domain_public', parts: { domain: open } } });
}

async function addDomain(tx: Tx, row: Domain, now: Date): Promise<void> {
  const failure = await inSavepoint(tx, async () => {
    if (row.verified_at !== null && !row.is_assumed) await releaseLost(tx, row, now);
    await insertDomain(tx, row);
  });
  if (failure) throw isTaken(failure) ? taken(row.domain) : failure;
}

interface Saved {
  services: Pick<SsoServices, 'isDemo'>;
  saver: Saver;
  domains: readonly string[];
  /** Those that whoever saves has seen, where they say so. */
  expected?: string | undefined;
}

/** Whether the domains are neither those that were seen, nor those that they shall be. */
const isOther = (current: readonly string[], { domains, expected }: Pick<Saved, 'domains' | 'expected'>): boolean => {
  const among = (known: readonly string[]) => known.length === current.length && known.every((domain) => current.includes(domain));
  return expected !== undefined && !among(commaList(expected)) && !among(domains);
};

/** Makes these the domains of the company; those that it had stay as they are. Throws FieldErrors, also where somebody else has changed them since they were seen. */
export async function saveDomains(tx: Tx, { services, saver, ...saved }: Saved): Promise<void> {
  const { domains } = saved;
  const { actor, companyId, now } = saver;
  const [first] = await takenDomains(tx, { companyId, domains, now });
  if (first !== undefined) throw taken(first);
  const before = (await listDomains(tx, companyId)).map(({ domain }) => domain);
  if (isOther(before, saved)) refuseChanged(['domains']);
  await deleteDomains(
    tx,
    companyId,
    before.filter((domain) => !domains.includes(domain)),
  );
  for (const domain of domains.filter((one) => !before.includes(one))) {
    const word = await wordOf(tx, services, { actor, domain });
    const state = { verified_at: word ? now : null, is_assumed: word === 'assumed' };
    await addDomain(tx, { company_id: companyId, domain, challenge: randomBytes(18).toString('base64url'), ...state }, now);
  }
}

/** Whether the records of the domain say that it is the company's; undefined where nobody could be asked. */
export async function showsIt({ records }: Pick<SsoServices, 'records'>, { domain, challenge }: Domain): Promise<boolean | undefined> {
  const texts = await records.txt(domainRecordName(domain));
  return texts?.some((text) => text.trim() === domainRecordValue(challenge));
}

/**
 * Looks at the records of the domains that are not shown yet to be the company's, or are only assumed to be; of those that are named where some are.
 * Whom the company requires its provider of by that comes in through it alone from then on. Throws FieldErrors where another company has shown it before.
 */
export async function verifyDomains(services: SsoServices, { actor, companyId, now }: Saver, named?: readonly string[]): Promise<void> {
  const { database } = services;
  const listed = await database.asSystem((tx) => listDomains(tx, companyId));
  const open = listed.filter((row) => (row.verified_at === null || row.is_assumed) && (named?.includes(row.domain) ?? true));
  const shown = await Promise.all(open.map((row) => showsIt(services, row)));
  await database.asSystem(async (tx) => {
    await lockSettings(tx, companyId);
    let isMore = false;
    for (const [index, row] of open.entries()) {
      const word = shown[index] ? 'confirmed' : await wordOf(tx, services, { actor, domain: row.domain });
      if (word === undefined) continue;
      const failure = await inSavepoint(tx, async () => {
        if (word === 'confirmed') await releaseLost(tx, row, now);
        await markVerified(tx, row, { now, isAssumed: word === 'assumed' });
      });
      if (failure) throw isTaken(failure) ? taken(row.domain) : failure;
      if (shown[index]) await saveSeen(tx, row, now);
      isMore = true;
    }
    if (isMore) await endOtherWays(tx, { companyId, now });
  });
}
