import { experienceMonths } from '@headwater/domain/profiles/careers';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { cityName, countryName } from './places.ts';
import { findListedFacts, type Listed, type ListedFacts } from './store/listed-facts.ts';
import { type ContactRow, type ContactTypes, contactTypesOf } from './store/read.ts';

/** The short profile of lists. `null`: unknown or not permitted. */
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
  until: string | null;
  city: string | null;
  country: string | null;
  country_code: string | null;
  city_id: number | null;
  /** Total months worked; null if unknown or if the caller gives no date. */
  experience_months: number | null;
  /** Former employers without repetition, the latest first. */
  past_companies: string[];
  education: { institution: string; year: number | null } | null;
  skills: { name: string; skill_id: number | null; is_principal: boolean; norm_rating: number | null }[];
  skills_count: number;
  contact_types: ContactRow['type'][];
  likely_to_respond: boolean;
  remote_ready: boolean;
  hidden_star: boolean;
  is_freelancer: boolean;
  job_seeking: boolean;
  /** 'YYYY-MM-DD'. */
  updated_on: string | null;
  is_own: boolean;
}

const shownSkills = 12;

/** The server delivers pictures, so that the browser contacts no third party. */
export const picturePath = (profileId: number) => `/api/v6/profiles/${profileId}/picture/`;

type CardSkill = ProfileCard['skills'][number];

/** `today`: the end of running periods. `isWanted`: skills that are always shown. */
type Viewer = Pick<Actor, 'permissions' | 'language'> & {
  today?: Date;
  contactTypes?: Promise<readonly ContactTypes[]>;
  isWanted?: (skill: Pick<CardSkill, 'name' | 'skill_id'>) => boolean;
};

function shownOf(ranked: ListedFacts['skills'], isWanted: Viewer['isWanted']): CardSkill[] {
  if (!isWanted || ranked.length <= shownSkills) return ranked.slice(0, shownSkills);
  return ranked.toSorted((left, right) => Number(isWanted(right)) - Number(isWanted(left))).slice(0, shownSkills);
}

function cardOf(
  { id, company_id, facts }: Listed,
  contactTypes: ContactRow['type'][],
  { permissions, language, today, isWanted }: Viewer,
): ProfileCard {
  const { place, flags } = facts;
  const open = permissions.personal_info;
  return {
    id,
    name: open ? facts.fullName || facts.nick || null : null,
    nick: open ? facts.nick : null,
    picture: open && facts.hasPicture ? picturePath(id) : null,
    headline: facts.headline,
    title: facts.title,
    company: facts.company,
    since: facts.since,
    until: facts.until,
    city: place ? cityName(place, language) : null,
    country: place ? countryName(place, language) : null,
    country_code: place?.country_code ?? null,
    city_id: place?.city_id ?? null,
    experience_months: (today && experienceMonths(facts.periods, today)) ?? null,
    past_companies: [...facts.pastCompanies],
    education: facts.education,
    skills: shownOf(facts.skills, isWanted),
    skills_count: facts.skills.length,
    contact_types: permissions.contacts ? contactTypes : [],
    likely_to_respond: flags.likely_to_respond,
    remote_ready: flags.remote_ready,
    hidden_star: flags.hidden_star,
    is_freelancer: flags.is_freelancer,
    job_seeking: flags.job_seeking,
    updated_on: facts.updatedOn,
    is_own: company_id !== null,
  };
}

/** Keeps the order. Omits ids that are unknown, erased or of another company. */
export async function findProfileCards(tx: Tx, ids: readonly number[], viewer: Viewer): Promise<ProfileCard[]> {
  if (ids.length === 0) return [];
  const types =
    viewer.contactTypes ??
    contactTypesOf(ids)
      .execute(tx)
      .then(({ rows }) => rows);
  const [listed, known] = await Promise.all([findListedFacts(tx, ids), types]);
  const byId = new Map(listed.map((row) => [row.id, row]));
  const contactTypes = new Map(known.map((row) => [row.profile_id, row.types]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [cardOf(row, contactTypes.get(id) ?? [], viewer)] : [];
  });
}
