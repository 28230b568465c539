import { type RawBuilder, sql } from 'kysely';

/** A pattern of LIKE and ILIKE for texts that hold these words as they are, `%` and `_` too. */
export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether the name of a person holds these words, whatever accents, strokes and invisible characters either has. */
export const nameHolds = (name: RawBuilder<unknown>, words: string): RawBuilder<boolean> =>
  sql<boolean>`position(headwater_folded(${words}) in headwater_folded(${name})) > 0`;

/** Behind the beginning of a text, a sign, or a line that JSON has written down; so no longer name or address is met that only holds the words. */
const before = String.raw`(?:^|[^[:alnum:]_.+-]|\\[nrt])`;
const after = String.raw`(?:$|[^[:alnum:]_-])`;

/** Patterns of `~*` for texts in which these words stand by themselves. */
export const standing = (words: readonly string[]): string[] =>
  words.map((word) => `${before}${word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${after}`);

/** Rows of one company; null: of all, for a transaction over all. */
export const ofCompany = (companyId: number | null): RawBuilder<boolean> =>
  sql<boolean>`(${companyId}::bigint is null or company_id = ${companyId}::bigint)`;
