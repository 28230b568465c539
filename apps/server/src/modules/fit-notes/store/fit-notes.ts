import type { FitVerdict } from '@headwater/domain/vacancies/fit-verdicts';
import type { Actor } from '@headwater/domain/roles';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { vacancySeenBy } from '#modules/vacancies/public.ts';
import type { FitNoteTables } from '../tables.ts';

export interface FitNoteRow {
  id: number;
  profile_id: number;
  verdict: FitVerdict;
  text: string;
  created_at: Date;
  updated_at: Date;
  created_by: number;
  creator: string;
  vacancy_id: number | null;
  vacancy_name: string | null;
}

const most = 100;

export async function listFitNotes(tx: Tx, actor: Actor, { id, profileId }: { id?: number; profileId?: number }): Promise<FitNoteRow[]> {
  const { rows } = await sql<FitNoteRow>`
    select note.id, note.profile_id, note.verdict, note.text, note.created_at, note.updated_at, note.created_by,
      coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email) as creator,
      vacancies.id as vacancy_id, vacancies.name as vacancy_name
    from fit_notes as note
    join visible_profiles as profiles on profiles.id = note.profile_id and profiles.deleted_at is null
    join users on users.id = note.created_by
    left join vacancies on vacancies.id = note.vacancy_id and ${vacancySeenBy('vacancies', actor)}
    where (${id ?? null}::bigint is null or note.id = ${id ?? null}) and (${profileId ?? null}::bigint is null or note.profile_id = ${profileId ?? null})
    order by note.updated_at desc, note.id desc limit ${most}`.execute(tx);
  return rows;
}

const tables = (tx: Tx) => tx.withTables<FitNoteTables>();

export interface NewFitNote {
  companyId: number;
  userId: number;
  profileId: number;
  vacancyId: number | null;
  verdict: FitVerdict;
  text: string;
  now: Date;
}

export async function insertFitNote(tx: Tx, { companyId, userId, profileId, vacancyId, verdict, text, now }: NewFitNote): Promise<number> {
  const made = { company_id: companyId, profile_id: profileId, vacancy_id: vacancyId, created_by: userId, created_at: now };
  const { id } = await tables(tx)
    .insertInto('fit_notes')
    .values({ ...made, verdict, text, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const changeFitNote = (tx: Tx, id: number, { verdict, text, now }: Pick<NewFitNote, 'verdict' | 'text' | 'now'>) =>
  tables(tx).updateTable('fit_notes').set({ verdict, text, updated_at: now }).where('id', '=', id).execute();

export const deleteFitNote = (tx: Tx, id: number) => tables(tx).deleteFrom('fit_notes').where('id', '=', id).execute();
