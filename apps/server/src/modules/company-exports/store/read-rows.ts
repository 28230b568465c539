import { Client, escapeIdentifier, type Pool } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Readable } from 'node:stream';
import type { Column, CompanyTable } from './catalog.ts';
import { exportedTables, type Reference } from './company-tables.ts';

/** A person of the common base with a row in one of these tables is exported. */
const worksWith = [
  'candidates',
  'comments',
  'profile_tags',
  'fit_notes',
  'candidate_tasks',
  'mailing_recipients',
  'telegram_dialogs',
  'ats_links',
  'profile_fragments',
  'profile_overlays',
  'contact_openings',
];

const people = `
  create temp table exported_people on commit drop as
  select id from profiles where company_id = headwater_company()
  ${worksWith.map((table) => `union select profile_id from ${table} where profile_id is not null`).join('\n  ')}
  union select profile_id from profile_contacts where company_id = headwater_company()
  union select unnest(array[survivor_id, absorbed_id, leads_to]) from profile_merges`;

/** A connection of its own, because COPY cannot share a connection that sends queries together. */
export async function connectForCopy({ options: { connectionString, options } }: Pool): Promise<Client> {
  const client = new Client({ connectionString, ...(options === undefined ? {} : { options }), keepAlive: true });
  // The running statement reports the same error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** One moment of the database, limited to the company by row-level security. */
export async function beginSnapshot(client: Client, companyId: number): Promise<void> {
  await client.query('begin isolation level repeatable read');
  await client.query(
    `select set_config('headwater.scope', 'company', true), set_config('headwater.company_id', $1, true),
      set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)`,
    [String(companyId)],
  );
  await client.query(people);
  await client.query('create unique index on exported_people (id); analyze exported_people');
}

const column = (name: string) => `t.${escapeIdentifier(name)}`;

function isExported(table: string, id: string): string {
  if (table === 'profiles') return `exists (select from exported_people as r where r.id = ${id})`;
  const where = exportedTables[table]?.where?.replaceAll(/\bt\./g, 'r.');
  return `exists (select from ${table} as r where r.id = ${id}${where ? ` and (${where})` : ''})`;
}

function valueOf({ name, isArray, isNullable, reference }: Column): string {
  const value = column(name);
  if (reference === undefined || (!isNullable && !isArray)) return value;
  if (typeof reference !== 'string') return valueByKind(value, reference);
  if (isArray)
    return `array(select id from unnest(${value}) with ordinality as each (id, place) where ${isExported(reference, 'each.id')} order by place)`;
  return `case when ${isExported(reference, value)} then ${value} end`;
}

const valueByKind = (value: string, { by, tables }: Exclude<Reference, string>) =>
  `case ${column(by)} ${Object.entries(tables)
    .map(([kind, table]) => `when '${kind}' then case when ${isExported(table, value)} then ${value} end`)
    .join(' ')} end`;

function conditionsOf({ where, columns }: CompanyTable): string {
  const required = columns.flatMap(({ name, reference, isNullable, isArray }) =>
    typeof reference === 'string' && !isNullable && !isArray ? [isExported(reference, column(name))] : [],
  );
  return [where ? `(${where})` : 'true', ...required].join(' and ');
}

/** Characters that JSON always escapes, so that each line is the JSON of one row. */
const asLines = `(format csv, quote e'\\x01', delimiter e'\\x02')`;

/** NDJSON of the exported rows in the order of their keys. */
export function readRows(client: Client, table: CompanyTable): { lines: Readable; count(): number } {
  const values = table.columns.map((each) => `${table.values?.[each.name] ?? valueOf(each)} as ${escapeIdentifier(each.name)}`).join(', ');
  const order = table.key.map(column).join(', ');
  const rows = `select ${values} from ${table.name} as t where ${conditionsOf(table)}${order ? ` order by ${order}` : ''}`;
  const copied = client.query(copyStreams.to(`copy (select row_to_json(r) from (${rows}) as r) to stdout ${asLines}`));
  return { lines: copied, count: () => copied.rowCount };
}
