import { dayMs } from '@headwater/domain/time/durations';
import { listUsers } from '#modules/accounts/public.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { showsIt } from './actions/domains.ts';
import { missingRecordEmail } from './emails.ts';
import type { SsoServices } from './services.ts';
import { type Domain, listDomains, saveMissing, saveSeen, takeUnchecked } from './store/domains.ts';

/** So many companies an hour, some of their domains at a time. */
const most = 500;
const atOnce = 6;

type Services = Pick<SsoServices, 'database' | 'clock' | 'records' | 'queueSystemEmail'>;

/** Notes whether the record is there; administrators are told once that it has gone. Where nobody can be asked all stays. */
async function checkDomain({ database, clock, records, queueSystemEmail }: Services, row: Domain): Promise<void> {
  const isThere = await showsIt({ records }, row);
  if (isThere === undefined) return;
  const now = clock.now();
  await database.inCompany(row.company_id, async (tx) => {
    if (isThere) return void (await saveSeen(tx, row, now));
    if (!(await saveMissing(tx, row, now))) return;
    const administrators = await listUsers(tx, { roles: ['admin', 'admin_without_search'], withoutPending: true, limit: 100 });
    for (const { email, language } of administrators)
      await queueSystemEmail(tx, missingRecordEmail(row, { to: email, language: language ?? 'en', now }));
  });
}

/** Looks at the records of the companies' verified domains that were not looked at for a day. Answers how many companies there were. */
export async function checkDomains(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, clock } = services;
  const now = clock.now();
  const since = new Date(now.getTime() - dayMs);
  const companies = await database.asSystem((tx) => takeUnchecked(tx, { since, now, limit: most }));
  const places = createSemaphore(atOnce);
  for (const companyId of companies) {
    if (signal?.aborted) break;
    const domains = (await database.asSystem((tx) => listDomains(tx, companyId))).filter((row) => row.verified_at !== null);
    await Promise.all(domains.map((row) => places.run(() => checkDomain(services, row))));
  }
  return companies.length;
}

/** SSO-007: whoever loses a domain loses what it says of people. */
export const checkDomainsHandler = (services: Services): TaskHandler =>
  definePeriodic('check_sso_domains', '23 * * * *', async (signal) => void (await checkDomains(services, signal)));
