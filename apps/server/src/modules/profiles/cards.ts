import { sortByRecency } from '@headwater/domain/profiles/careers';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { cityName, countryName } from './places.ts';
import { type ContactRow, contactTypesOf, findListed, type ListedRow } from './store/read.ts';

/** The short form of a profile that lists show. `null` where unknown or not permitted. */
export interface ProfileCard {
  id: number;
  /** Null where the viewer may not see personal data (ROLE-048). */
  name: string | null;
  nick: string | null;
  picture: string | null;
  headline: string | null;
  title: string | null;
  company: string | null;
  /** Start of the current position, 'YYYY' or 'YYYY-MM'. */
  since: string | null;
  /** Places are named in the viewer's language. */
  city: string | null;
  country: string | null;
  country_code: string | null;
  skills: { name: string; skill_id: number | null; is_principal: boolean; norm_rating: number | null }[];
  skills_count: number;
  /** Kinds of contact that are known, opened or not. */
  contact_types: ContactRow['type'][];
  likely_to_respond: boolean;
  remote_ready: boolean;
  hidden_star: boolean;
  is_freelancer: boolean;
  job_seeking: boolean;
  /** Day of the newest knowledge, 'YYYY-MM-DD'. */
  updated_on: string | null;
  /** True for a profile of the viewer's company, not of the common base. */
  is_own: boolean;
}

const shownSkills = 12;

export const fullName = (data: { first_name: string; last_name: string; patronymic?: string | null | undefined }) =>
  [data.first_name, data.patronymic, data.last_name].filter(Boolean).join(' ');

/** Pictures come through us: the browser asks no stranger. */
export const picturePath = (profileId: number) => `/api/v6/profiles/${profileId}/picture/`;

/** Whom cards are made for. */
type Viewer = Pick<Actor, 'permissions' | 'language'>;

function cardOf(row: ListedRow, contactTypes: ContactRow['type'][], { permissions, language }: Viewer): ProfileCard {
  const { data } = row;
  const [latest] = sortByRecency(data.positions);
  const [place] = data.locations;
  const skills = data.skills.filter((skill) => !skill.deleted);
  const open = permissions.personal_info;
  return {
    id: row.id,
    name: open ? fullName(data) || data.nick || null : null,
    nick: open ? (data.nick ?? null) : null,
    picture: open && data.pictures.length > 0 ? picturePath(row.id) : null,
    headline: data.headline ?? null,
    title: latest?.title ?? null,
    company: latest?.company ?? null,
    since: latest?.start ?? null,
    city: place ? cityName(place, language) : null,
    country: place ? countryName(place, language) : null,
    country_code: place?.country_code ?? null,
    skills: skills
      .toSorted(
        (left, right) => Number(right.is_principal) - Number(left.is_principal) || (right.norm_rating ?? 0) - (left.norm_rating ?? 0),
      )
      .slice(0, shownSkills)
      .map(({ name, skill_id, is_principal, norm_rating }) => ({
        name,
        skill_id: skill_id ?? null,
        is_principal,
        norm_rating: norm_rating ?? null,
      })),
    skills_count: skills.length,
    contact_types: permissions.contacts ? contactTypes : [],
    likely_to_respond: data.likely_to_respond,
    remote_ready: data.remote_ready,
    hidden_star: data.hidden_star,
    is_freelancer: data.is_freelancer,
    job_seeking: data.job_seeking,
    updated_on: data.updated_on ?? null,
    is_own: row.company_id !== null,
  };
}

/** Cards of the given profiles in the given order; ids that do not exist, are erased or belong to another company are left out. */
export async function findProfileCards(tx: Tx, ids: readonly number[], viewer: Viewer): Promise<ProfileCard[]> {
  if (ids.length === 0) return [];
  const [rows, contactTypes] = await Promise.all([findListed(tx, ids), contactTypesOf(tx, ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [cardOf(row, contactTypes.get(id) ?? [], viewer)] : [];
  });
}
