import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing, ofCompany, standing } from '#platform/database/like.ts';
import type { LeftOutRow, PartChanges } from '../tables.ts';

interface ForgottenPerson {
  profileId: number;
  /** Null: all companies. */
  companyId: number | null;
  words: readonly string[];
  titleWords: readonly string[];
  phones: readonly string[];
}

interface StoredPart {
  import_id: number;
  number: number;
  left_out: LeftOutRow[];
  changes: PartChanges | null;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

function namesPerson({ cells, profileId }: LeftOutRow, person: ForgottenPerson): boolean {
  if (profileId === person.profileId) return true;
  const text = cells.join('\n').toLowerCase();
  return (
    person.words.some((word) => text.includes(word.toLowerCase())) ||
    cells.some((cell) => person.phones.some((phone) => digitsOf(cell).includes(phone)))
  );
}

/** DEC-14: left-out rows lose their cells, and an undo no longer knows the person. */
export async function forgetImportedRows(tx: Tx, person: ForgottenPerson): Promise<void> {
  const { profileId, companyId, words, titleWords, phones } = person;
  const { rows } = await sql<StoredPart>`
    select import_id, number, left_out, changes from table_import_parts
    where ${ofCompany(companyId)} and (left_out::text ilike any(${words.map(containing)}::text[])
      or left_out @> ${JSON.stringify([{ profileId }])}::jsonb or changes -> 'people' @> ${JSON.stringify([{ profileId }])}::jsonb
      or regexp_replace(left_out::text, '\\D', '', 'g') like any(${phones.map(containing)}::text[]))
    for update`.execute(tx);
  for (const part of rows) {
    const leftOut = part.left_out.map((row) => (namesPerson(row, person) ? { line: row.line, cells: [], reason: row.reason } : row));
    const changes = part.changes && { ...part.changes, people: part.changes.people.filter((one) => one.profileId !== profileId) };
    await sql`update table_import_parts set left_out = ${JSON.stringify(leftOut)}::jsonb, changes = ${changes && JSON.stringify(changes)}::jsonb
      where import_id = ${part.import_id} and number = ${part.number}`.execute(tx);
  }
  await sql`update table_imports set file_name = '-' where ${ofCompany(companyId)} and file_name ~* any(${standing(titleWords)}::text[])`.execute(
    tx,
  );
}
