import type { QuotaState, QuotaView } from '@headwater/contract/quotas';
import { wallClock } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { listQuotas, type QuotaRow } from '../store/quotas.ts';
import type { Company } from '../store/companies.ts';

type Of = Pick<Company, 'time_zone'>;

function stateOf({ starts_on: from, ends_on: till, is_active: isActive }: QuotaRow, today: string): QuotaState {
  if (!isActive) return 'ended';
  if (today < from) return 'coming';
  return today > till ? 'past' : 'current';
}

/** Days are in the company's time zone. */
export function quotaView(row: QuotaRow, { time_zone: zone }: Of, now: Date): QuotaView {
  const { starts_on: from, ends_on: till, ...same } = row;
  return { ...same, from, till, state: stateOf(row, wallClock(now, zone).slice(0, 10)) };
}

/** COMP-048: none with monthly limits. */
export async function openQuotas(tx: Tx, company: Company, now: Date): Promise<QuotaView[]> {
  if (company.quota_pricing_model === 'monthly') return [];
  const all = (await listQuotas(tx, company.id)).map((row) => quotaView(row, company, now));
  return all.filter(({ state }) => state === 'current' || state === 'coming').toSorted((one, other) => (one.from < other.from ? -1 : 1));
}
