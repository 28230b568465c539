import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/**
 * Up to this count, messages with the rarest word are looked up by id. Above it, the planner of
 * PostgreSQL chooses.
 */
const fewEntries = 5000;
/** Number of words that the planner orders. Further words filter the matches. */
const orderedWords = 8;
/**
 * Greater than any character: prefix matches lie between the word and the word with this suffix.
 */
const lastSign = '\u{10FFFF}';

export interface SearchWords {
  /** Lower case, rarest first. */
  words: string[];
  /** Messages with the rarest word; undefined if there are too many. */
  messageIds: number[] | undefined;
}

const entriesOf = (companyId: number, word: string) => sql`
  telegram_message_words entries where entries.company_id = ${companyId} and entries.word >= ${word} and entries.word < ${word + lastSign}`;

/**
 * Words of a search as PostgreSQL splits it, with the company's count for each prefix, rarest
 * first.
 */
export const countEntries = (companyId: number, search: string): RawBuilder<{ word: string; entries: number }> =>
  // Both bounds are columns: under row-level security the index ignores bounds that are computed in
  // the condition.
  sql`
    with terms as materialized (
      select word collate "C" as word, (word || chr(1114111)) collate "C" as word_end from headwater_split_words(${search}) as word)
    select terms.word, (select count(*) from (
      select from telegram_message_words entries
      where entries.company_id = ${companyId} and entries.word >= terms.word and entries.word < terms.word_end
      limit ${fewEntries + 1}) as few) as entries
    from terms order by entries, length(terms.word) desc, terms.word`;

export async function searchWords(tx: Tx, companyId: number, search: string): Promise<SearchWords> {
  const { rows } = await countEntries(companyId, search).execute(tx);
  const words = rows.map(({ word }) => word);
  const [rarest] = rows;
  if (rarest === undefined || rarest.entries > fewEntries) return { words, messageIds: undefined };
  const found = await sql<{ message_id: number }>`select distinct message_id from ${entriesOf(companyId, rarest.word)}`.execute(tx);
  return { words, messageIds: found.rows.map(({ message_id: id }) => id) };
}

/** Each word is a separate parameter, so that the planner knows its frequency. */
export function dialogsWith(companyId: number, { words, messageIds }: SearchWords): RawBuilder<{ dialog_id: number }> {
  const sought = messageIds === undefined ? words : words.slice(1);
  const has = (word: string) => sql`exists (select from ${entriesOf(companyId, word)} and entries.message_id = said.id)`;
  const ordered = sought.slice(0, orderedWords).map(has);
  if (messageIds !== undefined) ordered.unshift(sql`said.id = any(${messageIds}::bigint[])`);
  const beyond = sought.slice(orderedWords);
  const said = sql`select said.id, said.dialog_id from messages said where ${sql.join(ordered, sql` and `)}`;
  if (beyond.length === 0) return sql`select distinct found.dialog_id from (${said}) found`;
  // The offset prevents a plan that searches all messages for these words.
  return sql`
    select distinct found.dialog_id from (${said} offset 0) found where not exists (
      select from unnest(${beyond}::text[], ${beyond.map((word) => word + lastSign)}::text[]) term (word, word_end) where not exists (
        select from telegram_message_words entries where entries.company_id = ${companyId} and entries.message_id = found.id
          and entries.word >= term.word collate "C" and entries.word < term.word_end collate "C"))`;
}

export async function dialogsSaying(tx: Tx, companyId: number, search: string): Promise<number[]> {
  const words = await searchWords(tx, companyId, search);
  if (words.words.length === 0 || words.messageIds?.length === 0) return [];
  return (await dialogsWith(companyId, words).execute(tx)).rows.map(({ dialog_id: id }) => id);
}

const mostMatches = 1000;

/**
 * Matching messages of a dialog, newest first, and their count. Reads the messages once, with the
 * entries of each.
 */
export async function messagesSaying(tx: Tx, dialogId: number, search: string): Promise<{ ids: number[]; count: number }> {
  const { rows } = await sql<{ id: number; count: number }>`
    with terms as materialized (
      select word collate "C" as word, (word || chr(1114111)) collate "C" as word_end from headwater_split_words(${search}) as word)
    select said.id, count(*) over () as count from messages said
    where said.dialog_id = ${dialogId} and exists (select from terms) and not exists (
      select from terms where not exists (
        select from telegram_message_words entries
        where entries.message_id = said.id and entries.word >= terms.word and entries.word < terms.word_end))
    order by said.said_at desc, said.position desc limit ${mostMatches}`.execute(tx);
  return { ids: rows.map(({ id }) => id), count: Number(rows[0]?.count ?? 0) };
}
