import type { FitNoteView } from '@headwater/contract/fit-notes';
import type { FitVerdict } from '@headwater/domain/vacancies/fit-verdicts';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { requireCandidate } from '#modules/vacancies/public.ts';
import { changeFitNote, deleteFitNote, type FitNoteRow, insertFitNote, listFitNotes } from './store/fit-notes.ts';

export const presentFitNote = (row: FitNoteRow, actor: Actor): FitNoteView => ({
  id: row.id,
  verdict: row.verdict,
  text: row.text,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  created_by: { id: row.created_by, name: row.creator },
  folder: row.vacancy_id === null ? null : { id: row.vacancy_id, name: row.vacancy_name ?? '' },
  permissions: { edit: row.created_by === actor.userId, remove: row.created_by === actor.userId || isAdminType(actor) },
});

async function requireFitNote(tx: Tx, actor: Actor, id: number): Promise<FitNoteRow> {
  const [row] = await listFitNotes(tx, actor, { id });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Lists of candidates show the newest note. */
const publishNote = async (tx: Tx, { company }: Actor, profileId: number) => {
  await publish(tx, { companyId: company.id, topic: 'comments', ids: [profileId] });
  await publish(tx, { companyId: company.id, topic: 'candidates', ids: [] });
};

interface NewNote {
  profileId: number;
  candidateId: number | undefined;
  verdict: FitVerdict;
  text: string;
  now: Date;
}

export async function addFitNote(tx: Tx, actor: Actor, { profileId, candidateId, ...note }: NewNote): Promise<FitNoteView> {
  await requireProfile(tx, profileId);
  const candidate = candidateId === undefined ? undefined : await requireCandidate(tx, actor, candidateId);
  if (candidate && candidate.profile_id !== profileId) throw new FieldErrors({ candidate_id: 'comment_unknown_candidate' });
  const about = { companyId: actor.company.id, userId: actor.userId, profileId, vacancyId: candidate?.vacancy_id ?? null };
  const id = await insertFitNote(tx, { ...about, ...note });
  await publishNote(tx, actor, profileId);
  return presentFitNote(await requireFitNote(tx, actor, id), actor);
}

interface NoteChange {
  id: number;
  verdict: FitVerdict | undefined;
  text: string | undefined;
  now: Date;
}

export async function updateFitNote(tx: Tx, actor: Actor, { id, verdict, text, now }: NoteChange): Promise<FitNoteView> {
  const row = await requireFitNote(tx, actor, id);
  if (row.created_by !== actor.userId) throw new AppError('forbidden');
  await changeFitNote(tx, id, { verdict: verdict ?? row.verdict, text: text ?? row.text, now });
  await publishNote(tx, actor, row.profile_id);
  return presentFitNote(await requireFitNote(tx, actor, id), actor);
}

export async function removeFitNote(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await requireFitNote(tx, actor, id);
  if (row.created_by !== actor.userId && !isAdminType(actor)) throw new AppError('forbidden');
  await deleteFitNote(tx, id);
  await publishNote(tx, actor, row.profile_id);
}
