import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { mayWork } from '../present.ts';
import { findCompany } from '../store/companies.ts';

export async function isLicensed(tx: Tx, companyId: number, clock: Pick<Clock, 'now'>): Promise<boolean> {
  const company = await findCompany(tx, companyId);
  return company !== undefined && mayWork(company, clock.now());
}
