import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing, ofCompany, standing } from '#platform/database/like.ts';
import type { FileRow } from '../csv/parts.ts';
import type { RowOutcome } from '../enrich-rows.ts';

export interface ForgottenPerson {
  profileId: number;
  /** Company of the files; null: all companies. */
  companyId: number | null;
  /** Addresses, accounts and names by which rows identify the person. */
  words: readonly string[];
  /** Words by which names of requests and files identify the person. */
  titleWords: readonly string[];
  /** Phone numbers as digits, because files write them in any form. */
  phones: readonly string[];
}

interface StoredPart {
  request_id: number;
  number: number;
  rows: FileRow[];
  outcomes: RowOutcome[] | null;
}

interface SavedRow {
  cells: readonly string[];
  outcome: RowOutcome | undefined;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** A complete word only, not a part of a longer name or address. */
const asWholeWord = (word: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_.+-])${word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?![\p{L}\p{N}_-])`, 'iu');

function names({ profileId, phones }: ForgottenPerson, words: readonly RegExp[], { cells, outcome }: SavedRow): boolean {
  if (outcome?.profileId === profileId) return true;
  return cells.some((cell) => {
    const digits = digitsOf(cell);
    return words.some((word) => word.test(cell)) || phones.some((phone) => digits.includes(phone));
  });
}

/** Emptied rows still count as read lines. */
function withoutPerson(part: StoredPart, person: ForgottenPerson): StoredPart {
  const words = person.words.map(asWholeWord);
  const gone = part.rows.map(([, cells], index) => names(person, words, { cells, outcome: part.outcomes?.[index] }));
  return {
    ...part,
    rows: part.rows.map((row, index) => (gone[index] ? [row[0], []] : row)),
    outcomes: part.outcomes && part.outcomes.map((outcome, index) => (gone[index] ? { kind: outcome.kind } : outcome)),
  };
}

const nameless = '-';

export async function forgetEnrichedRows(tx: Tx, person: ForgottenPerson): Promise<void> {
  const { profileId, companyId, words, titleWords, phones } = person;
  const { rows: parts } = await sql<StoredPart>`
    select request_id, number, rows, outcomes from enrichment_parts
    where ${ofCompany(companyId)} and (rows::text ilike any(${words.map(containing)}::text[])
      or outcomes @> ${JSON.stringify([{ profileId }])}::jsonb
      or regexp_replace(rows::text, '\\D', '', 'g') like any(${phones.map(containing)}::text[]))
    for update`.execute(tx);
  await sql`update enrichment_requests set name = case when name ~* any(${standing(titleWords)}::text[]) then ${nameless} else name end,
      file_name = case when file_name ~* any(${standing(titleWords)}::text[]) then ${nameless} else file_name end
    where ${ofCompany(companyId)} and (name ~* any(${standing(titleWords)}::text[]) or file_name ~* any(${standing(titleWords)}::text[]))`.execute(
    tx,
  );
  for (const part of parts) {
    const { rows, outcomes } = withoutPerson(part, person);
    await sql`update enrichment_parts set rows = ${JSON.stringify(rows)}::jsonb, outcomes = ${outcomes && JSON.stringify(outcomes)}::jsonb
      where request_id = ${part.request_id} and number = ${part.number}`.execute(tx);
  }
}
