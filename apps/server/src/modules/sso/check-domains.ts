import { dayMs } from '@headwater/domain/time/durations';
import { listUsers } from '#modules/accounts/public.ts';
import { isSingleCompany } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { hasDomainRecord } from './actions/domains.ts';
import { endNonSsoSignIns } from './actions/end-non-sso-sign-ins.ts';
import { missingRecordEmail } from './emails.ts';
import type { SsoServices } from './services.ts';
import { type ListedDomain, listDomains, markVerified, saveDue, saveMissing, saveSeen, takeUnchecked } from './store/domains.ts';
import { lockSettings } from './store/settings.ts';

/** Companies per hour. */
const most = 500;
const atOnce = 6;

type Services = Pick<SsoServices, 'database' | 'clock' | 'records' | 'queueSystemEmail'>;

async function recordPresent(tx: Tx, row: ListedDomain, now: Date): Promise<void> {
  await lockSettings(tx, row.company_id);
  if (row.is_assumed) await markVerified(tx, row, { now, isAssumed: false });
  await saveSeen(tx, row, now);
  if (row.missing_since !== null) await endNonSsoSignIns(tx, { companyId: row.company_id, now });
}

/** Changes nothing if the DNS is unavailable. */
async function checkDomain(
  { database, clock, records, queueSystemEmail }: Services,
  row: ListedDomain,
  { isSingle }: { isSingle: boolean },
): Promise<void> {
  const isThere = await hasDomainRecord({ records }, row);
  if (isThere === undefined) return;
  const now = clock.now();
  await database.inCompany(row.company_id, async (tx) => {
    if (isThere) return recordPresent(tx, row, now);
    if (row.is_assumed && isSingle) return;
    if (!(await (row.is_assumed ? saveDue : saveMissing)(tx, row, now))) return;
    const administrators = await listUsers(tx, { roles: ['admin', 'admin_without_search'], withoutPending: true, limit: 100 });
    for (const { email, language } of administrators)
      await queueSystemEmail(tx, missingRecordEmail(row, { to: email, language: language ?? 'en', now }));
  });
}

/** Returns the number of companies. */
export async function checkDomains(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, clock } = services;
  const now = clock.now();
  const since = new Date(now.getTime() - dayMs);
  const { companies, isSingle } = await database.asSystem(async (tx) => ({
    companies: await takeUnchecked(tx, { since, now, limit: most }),
    isSingle: await isSingleCompany(tx),
  }));
  const places = createSemaphore(atOnce);
  for (const companyId of companies) {
    if (signal?.aborted) break;
    const domains = (await database.asSystem((tx) => listDomains(tx, companyId))).filter((row) => row.verified_at !== null);
    await Promise.all(domains.map((row) => places.run(() => checkDomain(services, row, { isSingle }))));
  }
  return companies.length;
}

/** SSO-007. */
export const checkDomainsHandler = (services: Services): TaskHandler =>
  definePeriodic('check_sso_domains', '23 * * * *', async (signal) => void (await checkDomains(services, signal)));
