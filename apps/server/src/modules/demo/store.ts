import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { PeopleFilter } from './vacancy.ts';

/** Vacancies and mailings choose among these, so the start waits for no further people. */
export const firstPeople = 4000;

const firstLetters = { latin: '^[A-Za-zÀ-ž]', cyrillic: '^[А-Яа-яЁё]' } as const;

export async function findFitting(
  tx: Tx,
  { count, title, skills, script }: PeopleFilter,
  except: readonly number[] = [],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with base as (
      select id, data from profiles where company_id is null and deleted_at is null and external_key like 'demo:%' order by id limit ${firstPeople}
    )
    select id from base where data -> 'positions' -> 0 ->> 'title' ~* ${title} and data ->> 'first_name' ~ ${firstLetters[script]}
      and id <> all(${except}::bigint[])
      and exists (select from profile_contacts where profile_id = base.id and company_id is null and type = 'email' and is_active and is_valid)
    order by (select count(*) from jsonb_array_elements(data -> 'skills') as skill where skill ->> 'name' = any(${skills}::text[])) desc, id
    limit ${count}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Last action of each user who has no session. */
export async function listLastActions(tx: Tx, addresses: readonly string[]): Promise<{ id: number; at: Date }[]> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select users.id, max(entry.at) as at from users join audit_entries as entry on entry.company_id = users.company_id and entry.user_id = users.id
    where users.email = any(${addresses}::text[]) and users.last_seen_at is null group by users.id`.execute(tx);
  return rows;
}

export interface CourseOfPerson {
  vacancy: string;
  candidate_id: number;
  profile_id: number;
  added_at: Date;
  steps: readonly { status: string; at: Date }[];
  /** Lower case. */
  emails: readonly string[];
}

const emailsOf = sql<string[]>`array(
  select lower(value) from profile_contacts where profile_contacts.profile_id = profiles.id and profile_contacts.company_id is null and type = 'email' order by id)`;

export async function coursesOf(tx: Tx, ids: ReadonlyMap<string, number>): Promise<CourseOfPerson[]> {
  const { rows } = await sql<CourseOfPerson & { steps: { status: string; at: string }[] }>`
    select vacancy.key as vacancy, candidates.id as candidate_id, candidates.profile_id, candidates.created_at as added_at, ${emailsOf} as emails,
      coalesce(json_agg(json_build_object('status', status.name, 'at', history.at) order by history.at, history.id)
        filter (where history.id is not null), '[]') as steps
    from unnest(${[...ids.keys()]}::text[], ${[...ids.values()]}::bigint[]) as vacancy (key, id)
    join candidates on candidates.vacancy_id = vacancy.id and candidates.deleted_at is null
    join profiles on profiles.id = candidates.profile_id and profiles.deleted_at is null
    left join candidate_history as history on history.candidate_id = candidates.id and history.action = 'status'
    left join candidate_statuses as status on status.id = history.to_status_id
    group by vacancy.key, candidates.id, profiles.id order by candidates.id`.execute(tx);
  return rows.map((row) => ({ ...row, steps: row.steps.map(({ status, at }) => ({ status, at: new Date(at) })) }));
}

export async function namesByAddress(tx: Tx, profileIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ emails: string[]; name: string }>`
    select ${emailsOf} as emails, data ->> 'first_name' as name from profiles where id = any(${profileIds}::bigint[])`.execute(tx);
  return new Map(rows.flatMap(({ emails, name }) => emails.map((email) => [email, name] as const)));
}

/** Keeps the order of the ids. */
export async function namesById(tx: Tx, profileIds: readonly number[]): Promise<{ id: number; first: string; last: string }[]> {
  const { rows } = await sql<{ id: number; first: string; last: string }>`
    select id, coalesce(data ->> 'first_name', '') as first, coalesce(data ->> 'last_name', '') as last
    from profiles where id = any(${profileIds}::bigint[]) order by array_position(${profileIds}::bigint[], id)`.execute(tx);
  return rows;
}
