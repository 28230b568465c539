import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { rejectedOf } from './settings.ts';
import { listStatuses } from './store/names.ts';
import { findSettings } from './store/settings.ts';

/** As the statistics of the company count them. */
export async function rejectionStatuses(tx: Tx, { company, language }: Actor): Promise<readonly number[]> {
  const settings = await findSettings(tx, { companyId: company.id, userId: null, section: 'pipeline' });
  return rejectedOf(settings.rejected_statuses ?? [], await listStatuses(tx, company.id, language));
}
