import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { upsertProfiles } from '../src/modules/profiles/store/write.ts';
import type { Caller, Installation } from './installation.ts';
import { rowsOf } from './rows.ts';

let counter = 0;

/** Profiles of the common base, or of a company. Returns their ids. */
export async function addProfiles(
  here: Installation,
  count: number,
  more: { companyId?: number; input?: Partial<ProfileInput> } = {},
): Promise<number[]> {
  const inputs = Array.from({ length: count }, () => {
    counter += 1;
    return profileData.parse({
      first_name: 'Мария',
      last_name: `Петрова ${counter}`,
      positions: [{ title: 'Developer', company: 'Beta', start: '2021-03', is_current: true }],
      locations: [{ city: 'Berlin', country: 'Germany', country_code: 'DE' }],
      ...more.input,
    });
  });
  const { ids } = await here.application.database.asSystem((tx) =>
    upsertProfiles(tx, inputs, { companyId: more.companyId ?? null, createdBy: null }),
  );
  return ids.map((id) => id ?? 0);
}

/** A new vacancy of the caller with that many candidates. */
export async function fillVacancy(here: Installation, caller: Caller, more: { profiles: number; body?: object }) {
  counter += 1;
  const vacancy = await caller.post('/api/v6/folders/', { name: `Vacancy ${counter}`, ...more.body });
  if (vacancy.status !== 200) throw new Error(`a vacancy answered ${vacancy.status}: ${JSON.stringify(vacancy.body)}`);
  const profiles = await addProfiles(here, more.profiles);
  if (profiles.length === 0) return { id: vacancy.body.id as number, profiles, candidates: [] as number[] };
  const added = await caller.post('/api/v6/candidates/', { folder_id: vacancy.body.id, profiles });
  if (added.status !== 200) throw new Error(`candidates answered ${added.status}: ${JSON.stringify(added.body)}`);
  const rows = added.body.candidates as { id: number; profile: { id: number } }[];
  const idOf = new Map(rows.map((row) => [row.profile.id, row.id]));
  return { id: vacancy.body.id as number, profiles, candidates: profiles.map((profile) => idOf.get(profile) ?? 0) };
}

export const candidatesIn = (here: Installation) => rowsOf<{ id: number; profile_id: number; status_id: number }>(here, 'candidates');
