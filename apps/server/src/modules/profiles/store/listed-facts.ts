import { sortByRecency } from '@headwater/domain/profiles/careers';
import { sql } from 'kysely';
import { elapsed } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { fullName } from '../full-name.ts';
import type { StoredProfile } from '../tables.ts';
import { type ListedRow, unlisted } from './read.ts';

type Data = ListedRow['data'];

/** Computed once for each version of the data. */
export interface ListedFacts {
  /** Empty if only a nickname is known. */
  fullName: string;
  nick: string | null;
  hasPicture: boolean;
  headline: string | null;
  title: string | null;
  company: string | null;
  since: string | null;
  until: string | null;
  place: StoredProfile['locations'][number] | undefined;
  periods: readonly Pick<Data['positions'][number], 'start' | 'end' | 'is_current'>[];
  pastCompanies: readonly string[];
  education: { institution: string; year: number | null } | null;
  /** The best known first. */
  skills: readonly { name: string; skill_id: number | null; is_principal: boolean; norm_rating: number | null }[];
  flags: Pick<Data, 'likely_to_respond' | 'remote_ready' | 'hidden_star' | 'is_freelancer' | 'job_seeking'>;
  updatedOn: string | null;
}

const shownCompanies = 3;

function employersBefore(positions: readonly { company?: string | null | undefined }[]): string[] {
  const [latest, ...earlier] = positions;
  const names = new Set(earlier.flatMap(({ company }) => company ?? []));
  if (latest?.company) names.delete(latest.company);
  return [...names].slice(0, shownCompanies);
}

/** An education without a year comes last. */
function lastEducation(educations: Data['educations']): ListedFacts['education'] {
  const [last] = educations
    .filter(({ institution }) => institution !== '')
    .toSorted((left, right) => (right.end_year ?? 0) - (left.end_year ?? 0));
  return last ? { institution: last.institution, year: last.end_year ?? null } : null;
}

const rankedSkills = (skills: Data['skills']): ListedFacts['skills'] =>
  skills
    .filter((skill) => !skill.deleted)
    .map(({ name, skill_id, is_principal, norm_rating }) => ({
      name,
      skill_id: skill_id ?? null,
      is_principal,
      norm_rating: norm_rating ?? null,
    }))
    .toSorted(
      (left, right) => Number(right.is_principal) - Number(left.is_principal) || (right.norm_rating ?? 0) - (left.norm_rating ?? 0),
    );

function factsOf(data: Data): ListedFacts {
  const positions = sortByRecency(data.positions);
  const [latest] = positions;
  const { likely_to_respond, remote_ready, hidden_star, is_freelancer, job_seeking } = data;
  return {
    fullName: fullName(data),
    nick: data.nick ?? null,
    hasPicture: data.pictures.length > 0,
    headline: data.headline ?? null,
    title: latest?.title ?? null,
    company: latest?.company ?? null,
    since: (!latest?.end && latest?.start) || null,
    until: latest?.end ?? null,
    place: data.locations[0],
    periods: data.positions.map(({ start, end, is_current }) => ({ start, end, is_current })),
    pastCompanies: employersBefore(positions),
    education: lastEducation(data.educations),
    skills: rankedSkills(data.skills),
    flags: { likely_to_respond, remote_ready, hidden_star, is_freelancer, job_seeking },
    updatedOn: data.updated_on ?? null,
  };
}

interface Known {
  version: string;
  facts: ListedFacts;
}

/** About 2 kB each. */
const mostOfGeneration = 3_000;
const generationMs = 30_000;

/**
 * Two generations: unused facts are dropped after a minute, so that nothing of an erased person
 * remains.
 */
function createKnownFacts() {
  let young = new Map<number, Known>();
  let old = new Map<number, Known>();
  let began = elapsed();
  const age = () => {
    const isOver = elapsed() - began > generationMs;
    if (!isOver && young.size < mostOfGeneration) return;
    old = isOver && elapsed() - began > 2 * generationMs ? new Map() : young;
    young = new Map();
    began = elapsed();
  };
  return {
    find: (id: number): Known | undefined => young.get(id) ?? old.get(id),
    keep(id: number, known: Known) {
      age();
      young.set(id, known);
    },
    forget(id: number) {
      young.delete(id);
      old.delete(id);
    },
  };
}

const lately = createKnownFacts();

interface Row {
  id: number;
  company_id: number | null;
  version: string;
  /** Null: the cached version is current. */
  data: Data | null;
}

export interface Listed {
  id: number;
  company_id: number | null;
  facts: ListedFacts;
}

/**
 * The database sends data, most of the cost, only for an unknown version of a row: its transaction
 * and position. Omits erased profiles.
 */
export async function findListedFacts(tx: Tx, ids: readonly number[]): Promise<Listed[]> {
  const known = new Map(ids.map((id) => [id, lately.find(id)]));
  const versions = ids.map((id) => known.get(id)?.version ?? '');
  const { rows } = await sql<Row>`
    select p.id, p.company_id, v.version,
      case when v.version = asked.version then null
        else (case when o.data is null then p.data else p.data || o.data end) - ${[...unlisted]}::text[] end as data
    from unnest(${[...ids]}::bigint[], ${versions}::text[]) as asked (id, version)
    join profiles p on p.id = asked.id
    left join profile_overlays o on o.profile_id = p.id and o.company_id = headwater_company()
    cross join lateral (select concat_ws(' ', p.xmin, p.ctid, o.company_id, o.xmin, o.ctid) as version) v
    where p.deleted_at is null`.execute(tx);
  const listed = rows.flatMap(({ id, company_id, version, data }): Listed[] => {
    const facts = data ? factsOf(data) : known.get(id)?.facts;
    if (!facts) return [];
    lately.keep(id, { version, facts });
    known.delete(id);
    return [{ id, company_id, facts }];
  });
  // Erased, or of another company.
  for (const id of known.keys()) lately.forget(id);
  return listed;
}
