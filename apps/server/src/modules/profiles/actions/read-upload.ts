import type { ProfileData } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import { markUpload, type ReadFile } from '#modules/files/public.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { marksOf } from '../erased-people.ts';
import type { PersonReader, ReadPersonFile } from '../import/person-reader.ts';

/** Records changes in Recent activity, where they can be undone. */
export interface RecordChanges {
  created(tx: Tx, actor: Actor, change: { profileId: number; group?: string | undefined }): Promise<void>;
  enriched(tx: Tx, actor: Actor, change: { profileId: number; fragmentId: number }): Promise<void>;
}

export interface CreationServices {
  database: Database;
  reader: PersonReader;
  readFile(actor: Actor, fileId: number): Promise<ReadFile>;
  signing(): Promise<Signer>;
  record: RecordChanges;
}

interface Upload {
  file: ReadFile;
  field: 'file_id' | 'resume_id';
  read: ReadPersonFile;
}

/** Marks an unattached file, so that an erasure of the person finds it. */
export async function readUpload(
  { database, signing }: CreationServices,
  actor: Actor,
  { file: { row, bytes }, field, read }: Upload,
): Promise<ProfileData> {
  const person = await read({ filename: row.filename, bytes, field });
  if (row.attached_to === null) {
    const marks = marksOf(await signing(), person);
    await database.inCompany(actor.company.id, (tx) => markUpload(tx, row.id, marks));
  }
  return person;
}
