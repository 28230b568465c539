import type { NewestFitNote } from '@headwater/contract/fit-notes';
import { type RawBuilder, sql } from 'kysely';

export interface NewestFitNoteRow extends NewestFitNote {
  profile_id: number;
}

const shownLength = 300;

/** The newest note of each person, from the table of the module `fit-notes`. */
export const newestFitNotes = (profileIds: readonly number[]): RawBuilder<NewestFitNoteRow> => sql<NewestFitNoteRow>`
  select distinct on (profile_id) profile_id, verdict, left(text, ${shownLength}) as text from fit_notes
  where profile_id = any(${[...profileIds]}::bigint[]) order by profile_id, updated_at desc, id desc`;
