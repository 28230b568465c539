import type { CustomSettings, SeenFields } from '@headwater/contract/companies';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { updateCompany } from '../store/admin.ts';
import { customView } from '../record.ts';
import { changedOf, refuseChanged } from './changed-meanwhile.ts';
import { lockManaged } from './save-company.ts';

type Changes = { [Name in keyof CustomSettings]?: CustomSettings[Name] | undefined };

/** COMP-063: keeps missing fields and rejects stale ones. Throws not_found and FieldErrors. */
export async function saveCustomSettings(
  tx: Tx,
  actor: Actor,
  { id, expected, ...changes }: Changes & { id: number; expected?: SeenFields | undefined },
): Promise<CustomSettings> {
  const company = await lockManaged(tx, actor, id);
  refuseChanged(changedOf({ changes, current: customView(company), expected }));
  const { features } = company;
  const { search_countries: countries = features.search_countries ?? [], ...switches } = changes;
  const { search_countries: _before, ...rest } = { ...features, ...switches };
  const saved = { ...rest, ...(countries.length > 0 ? { search_countries: [...new Set(countries)] } : {}) };
  return customView(await updateCompany(tx, id, { features: JSON.stringify(saved) }));
}
