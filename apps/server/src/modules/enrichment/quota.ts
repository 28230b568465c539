import type { Actor } from '@headwater/domain/roles';
import { monthOf } from '@headwater/domain/time/zone';
import { findCompany } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { countSpent } from './store/requests.ts';

export interface EnrichmentQuota {
  /** Rows a month; null: no limit. */
  total: number | null;
  available: number | null;
  /** 'YYYY-MM-01' in the company's time zone. */
  month: string;
}

/** CONT-029. */
export async function enrichmentQuota(tx: Tx, actor: Actor, now: Date): Promise<EnrichmentQuota> {
  const company = await findCompany(tx, actor.company.id);
  const month = monthOf(now, company?.time_zone ?? 'UTC');
  const total = company?.enrichment_rows_per_month ?? null;
  return { total, available: total === null ? null : Math.max(0, total - (await countSpent(tx, month))), month };
}
