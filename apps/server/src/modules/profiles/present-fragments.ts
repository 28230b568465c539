import type { FragmentView, ProfileEditing, ProfileFormValues } from '@headwater/contract/profile-fragments';
import { fragmentFields } from '@headwater/domain/profiles/fragments';
import type { readFragments } from './actions/fragments.ts';
import { isAgeProtected } from './present.ts';
import type { FragmentRow } from './store/fragments.ts';
import type { StoredProfile } from './tables.ts';

type Names = ReadonlyMap<number, string>;

export const presentFragment = (row: FragmentRow, names: Names): FragmentView => ({
  id: row.id,
  profile_id: row.profile_id,
  source: row.source,
  resume_id: row.resume_id,
  fields: fragmentFields.filter((field) => row.fields.includes(field)),
  created_by: row.created_by === null ? null : { id: row.created_by, name: names.get(row.created_by) ?? '' },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields of a form. Omits the date of birth if the law of the place protects it. */
export function valuesOf(data: StoredProfile): ProfileFormValues {
  const values = Object.fromEntries(fragmentFields.map((field) => [field, data[field]])) as ProfileFormValues;
  return { ...values, birthdate_exact: isAgeProtected(data) ? null : (data.birthdate_exact ?? null) };
}

export const presentEditing = ({ base, fragments, merged }: Awaited<ReturnType<typeof readFragments>>, names: Names): ProfileEditing => ({
  profile_id: base.id,
  is_own: base.company_id !== null,
  base: valuesOf(base.data),
  seen: valuesOf(merged.data),
  origins: merged.origins,
  fragments: fragments.map((row) => presentFragment(row, names)),
});
