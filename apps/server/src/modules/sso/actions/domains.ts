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
import { endNonSsoSignIns } from './end-non-sso-sign-ins.ts';

export interface Saver {
  actor: Actor;
  companyId: number;
  now: Date;
  session: Buffer;
}

export const managesInstallation = async (tx: Tx, { actor }: Pick<Saver, 'actor'>): Promise<boolean> =>
  isStaff(actor) || isSingleCompany(tx);

/** Staff confirm domains; administrators of the only company assume them. */
async function findTrust(
  tx: Tx,
  { isDemo }: Pick<SsoServices, 'isDemo'>,
  { actor, domain }: { actor: Actor; domain: string },
): Promise<'confirmed' | 'assumed' | undefined> {
  if ((isDemo && domain.endsWith('.test')) || isStaff(actor)) return 'confirmed';
  return (await isSingleCompany(tx)) ? 'assumed' : undefined;
}

const taken = (domain: string) => new FieldErrors({ domains: { key: 'sso_domain_taken', parts: { domain } } });

/** Throws FieldErrors for domains of public mail services. */
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
  expected?: string | undefined;
}

const isOther = (current: readonly string[], { domains, expected }: Pick<Saved, 'domains' | 'expected'>): boolean => {
  const among = (known: readonly string[]) => known.length === current.length && known.every((domain) => current.includes(domain));
  return expected !== undefined && !among(commaList(expected)) && !among(domains);
};

/** Throws FieldErrors, also after a concurrent change. */
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
    const trust = await findTrust(tx, services, { actor, domain });
    const state = { verified_at: trust ? now : null, is_assumed: trust === 'assumed' };
    await addDomain(tx, { company_id: companyId, domain, challenge: randomBytes(18).toString('base64url'), ...state }, now);
  }
}

/** Undefined if the DNS is unavailable. */
export async function hasDomainRecord(
  { records }: Pick<SsoServices, 'records'>,
  { domain, challenge }: Domain,
): Promise<boolean | undefined> {
  const texts = await records.txt(domainRecordName(domain));
  return texts?.some((text) => text.trim() === domainRecordValue(challenge));
}

/** Throws FieldErrors for taken domains. */
export async function verifyDomains(services: SsoServices, { actor, companyId, now }: Saver, named?: readonly string[]): Promise<void> {
  const { database } = services;
  const listed = await database.asSystem((tx) => listDomains(tx, companyId));
  const open = listed.filter((row) => (row.verified_at === null || row.is_assumed) && (named?.includes(row.domain) ?? true));
  const shown = await Promise.all(open.map((row) => hasDomainRecord(services, row)));
  await database.asSystem(async (tx) => {
    await lockSettings(tx, companyId);
    let isMore = false;
    for (const [index, row] of open.entries()) {
      const trust = shown[index] ? 'confirmed' : await findTrust(tx, services, { actor, domain: row.domain });
      if (trust === undefined) continue;
      const failure = await inSavepoint(tx, async () => {
        if (trust === 'confirmed') await releaseLost(tx, row, now);
        await markVerified(tx, row, { now, isAssumed: trust === 'assumed' });
      });
      if (failure) throw isTaken(failure) ? taken(row.domain) : failure;
      if (shown[index]) await saveSeen(tx, row, now);
      isMore = true;
    }
    if (isMore) await endNonSsoSignIns(tx, { companyId, now });
  });
}
