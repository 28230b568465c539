import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** A row in JSON: dates are ISO 8601 texts. */
export type JsonRow<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };

type RowOf<Question> = Question extends RawBuilder<infer Row> ? Row : never;

/** Saves round trips and planning for small queries. If one fails, all fail. */
export async function batchQueries<Questions extends Record<string, RawBuilder<object> | undefined>>(
  tx: Tx,
  questions: Questions,
): Promise<{ [Name in keyof Questions]: JsonRow<RowOf<NonNullable<Questions[Name]>>>[] }> {
  const present = Object.entries(questions).flatMap(([name, question]) => (question ? [{ name, question }] : []));
  const none = Object.fromEntries(Object.keys(questions).map((name) => [name, []]));
  if (present.length === 0) return none as never;
  const lists = present.map(({ name, question }) => sql`(select json_agg(answer) from (${question}) answer) as ${sql.id(name)}`);
  const { rows } = await sql<Record<string, object[] | null>>`select ${sql.join(lists)}`.execute(tx);
  const found = Object.entries(rows[0] ?? {}).flatMap(([name, list]) => (list ? [[name, list]] : []));
  return { ...none, ...Object.fromEntries(found) } as never;
}
