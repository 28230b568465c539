import { type RawBuilder, sql } from 'kysely';

export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export const nameHolds = (name: RawBuilder<unknown>, words: string): RawBuilder<boolean> =>
  sql<boolean>`position(headwater_folded(${words}) in headwater_folded(${name})) > 0`;

/** Start of text, a separator, or an escaped line break of JSON. */
const before = String.raw`(?:^|[^[:alnum:]_.+-]|\\[nrt])`;
const after = String.raw`(?:$|[^[:alnum:]_-])`;

export const standing = (words: readonly string[]): string[] =>
  words.map((word) => `${before}${word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${after}`);

export const ofCompany = (companyId: number | null): RawBuilder<boolean> =>
  sql<boolean>`(${companyId}::bigint is null or company_id = ${companyId}::bigint)`;
