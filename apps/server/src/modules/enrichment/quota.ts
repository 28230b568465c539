import type { Actor } from '@headwater/domain/roles';
import { monthOf } from '@headwater/domain/time/zone';
import { findCompany } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { countSpent } from './store/requests.ts';

export interface EnrichmentQuota {
  /** Rows a month; null: no limit. */
  total: number | null;
  available: number | null;
  /** 'YYYY-MM-01', as the company reckons it. */
  month: string;
}

/** CONT-029: what is left of the company's rows this month. */
export async function enrichmentQuota(tx: Tx, actor: Actor, now: Date): Promise<EnrichmentQuota> {
  const company = await findCompany(tx, actor.company.id);
  const month = monthOf(now, company?.time_zone ?? 'UTC');
  const total = company?.enrichment_rows_per_month ?? null;
  return { total, available: total === null ? null : Math.max(0, total - (await countSpent(tx, month))), month };
}
