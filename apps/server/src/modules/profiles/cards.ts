import { experienceMonths, sortByRecency } from '@headwater/domain/profiles/careers';
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
  /** Start of the position that `title` and `company` name, 'YYYY' or 'YYYY-MM'; null where it has an end. */
  since: string | null;
  /** Its end. */
  until: string | null;
  /** Places are named in the viewer's language. */
  city: string | null;
  country: string | null;
  country_code: string | null;
  /** Of our reference list, where the city is known there. */
  city_id: number | null;
  /** Months worked in all; null where that is not known or nobody said which day it is. */
  experience_months: number | null;
  /** Employers before the present one, the latest first, each once. */
  past_companies: string[];
  education: { institution: string; year: number | null } | null;
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

type CardSkill = ProfileCard['skills'][number];

/** Whom cards are made for. `today`: for what is counted up to now. `isWanted`: skills that stay among those shown, however little is known of them. */
type Viewer = Pick<Actor, 'permissions' | 'language'> & {
  today?: Date;
  isWanted?: (skill: Pick<CardSkill, 'name' | 'skill_id'>) => boolean;
};

/** The best known skills, those that are wanted first. */
function shownOf(skills: ListedRow['data']['skills'], isWanted: Viewer['isWanted']): CardSkill[] {
  const ranked = skills
    .map(({ name, skill_id, is_principal, norm_rating }) => ({
      name,
      skill_id: skill_id ?? null,
      is_principal,
      norm_rating: norm_rating ?? null,
    }))
    .toSorted(
      (left, right) => Number(right.is_principal) - Number(left.is_principal) || (right.norm_rating ?? 0) - (left.norm_rating ?? 0),
    );
  if (!isWanted || ranked.length <= shownSkills) return ranked.slice(0, shownSkills);
  return ranked.toSorted((left, right) => Number(isWanted(right)) - Number(isWanted(left))).slice(0, shownSkills);
}

const shownCompanies = 3;

function employersBefore(positions: readonly { company?: string | null | undefined }[]): string[] {
  const [latest, ...earlier] = positions;
  const names = new Set(earlier.flatMap(({ company }) => company ?? []));
  if (latest?.company) names.delete(latest.company);
  return [...names].slice(0, shownCompanies);
}

/** The school left last; one without a year stands behind those with one. */
function lastEducation(educations: ListedRow['data']['educations']): ProfileCard['education'] {
  const [last] = educations
    .filter(({ institution }) => institution !== '')
    .toSorted((left, right) => (right.end_year ?? 0) - (left.end_year ?? 0));
  return last ? { institution: last.institution, year: last.end_year ?? null } : null;
}

function cardOf(row: ListedRow, contactTypes: ContactRow['type'][], { permissions, language, today, isWanted }: Viewer): ProfileCard {
  const { data } = row;
  const positions = sortByRecency(data.positions);
  const [latest] = positions;
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
    since: (!latest?.end && latest?.start) || null,
    until: latest?.end ?? null,
    city: place ? cityName(place, language) : null,
    country: place ? countryName(place, language) : null,
    country_code: place?.country_code ?? null,
    city_id: place?.city_id ?? null,
    experience_months: (today && experienceMonths(data.positions, today)) ?? null,
    past_companies: employersBefore(positions),
    education: lastEducation(data.educations),
    skills: shownOf(skills, isWanted),
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
