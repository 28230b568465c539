import type { ProfileData } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import { markUpload, type ReadFile } from '#modules/files/public.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/database/database.ts';
import { marksOf } from '../erased-people.ts';
import type { PersonReader } from '../import/person-reader.ts';

export interface CreationServices {
  database: Database;
  reader: PersonReader;
  /** A file that the person may read. */
  readFile(actor: Actor, fileId: number): Promise<ReadFile>;
  signing(): Promise<Signer>;
}

/** The person of a file. Where it hangs on nothing an erasure of the person finds it from then on, also where no profile is made of it. */
export async function readUpload(
  { reader, database, signing }: CreationServices,
  actor: Actor,
  { row, bytes }: ReadFile,
): Promise<ProfileData> {
  const person = await reader.readFile({ filename: row.filename, bytes });
  if (row.attached_to === null) {
    const marks = marksOf(await signing(), person);
    await database.inCompany(actor.company.id, (tx) => markUpload(tx, row.id, marks));
  }
  return person;
}
