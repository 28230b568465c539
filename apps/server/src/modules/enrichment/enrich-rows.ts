import { setImmediate as breathe } from 'node:timers/promises';
import type { ColumnType, ValueType } from '@headwater/domain/profiles/enrichment';
import type { Actor } from '@headwater/domain/roles';
import {
  addEnrichedContacts,
  ownersOfContacts,
  readContact,
  separateValues,
  withoutErasedContacts,
} from '#modules/profiles/public/enriching.ts';
import { type ContactKey, guessContacts } from '#modules/profiles/public/contacts.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FileRow } from './csv/parts.ts';

interface AddedValue {
  type: ValueType;
  value: string;
  contactId: number;
}

export interface RowOutcome {
  kind: 'found' | 'not_found' | 'ambiguous' | 'error';
  profileId?: number;
  added?: AddedValue[];
  /** Columns, from 1, with values of another type. */
  invalid?: number[];
  /** The row was not compared with closed contacts: the limit of the day was used up. */
  isLimited?: true;
}

type RowValue = ContactKey & { type: ValueType; value: string };

interface ReadRow {
  values: RowValue[];
  invalid: number[];
  names: string[];
}

const longestName = 4;

/** Short texts of ignored columns: a name may take up to three adjacent columns. */
function namesIn(cells: readonly string[], columns: readonly ColumnType[]): string[] {
  const texts = columns.flatMap((type, index) => {
    const text = type === 'ignore' ? (cells[index]?.trim() ?? '') : '';
    return text !== '' && text.split(/\s+/).length <= longestName ? [text] : [];
  });
  return texts.flatMap((_text, index) => [1, 2, 3].map((count) => texts.slice(index, index + count).join(' ')));
}

function readRow([, cells, fault]: FileRow, columns: readonly ColumnType[], country: string | undefined): ReadRow {
  const read: ReadRow = { values: [], invalid: [], names: [] };
  if (fault) return read;
  read.names = namesIn(cells, columns);
  for (const [index, type] of columns.entries()) {
    const value = cells[index]?.trim() ?? '';
    if (type === 'ignore' || value === '') continue;
    const contacts = separateValues({ type, value, source: 'enrichment' }, country).flatMap(
      (one) => readContact({ type, value: one, source: 'enrichment' }, country) ?? [],
    );
    for (const contact of contacts) read.values.push({ type, value: contact.value, normalized: contact.normalized });
    if (contacts.length === 0) read.invalid.push(index + 1);
  }
  return read;
}

const telegramAddress = /^t\.me\/(\w+)$/;

/** A link or a number also identifies a Telegram account. */
function keysOf({ type, normalized }: ContactKey): ContactKey[] {
  const own: ContactKey = { type, normalized };
  if (type === 'telegram' && normalized.startsWith('+')) return [own, { type: 'phone', normalized: normalized.slice(1) }];
  if (type === 'telegram') return [own, { type: 'link', normalized: `t.me/${normalized}` }];
  if (type === 'phone') return [own, { type: 'telegram', normalized: `+${normalized}` }];
  const account = type === 'link' ? telegramAddress.exec(normalized)?.[1] : undefined;
  return account ? [own, { type: 'telegram', normalized: account }] : [own];
}

const textOf = ({ type, normalized }: ContactKey) => `${type} ${normalized}`;
interface Owners {
  profileIds: Set<number>;
  isLimited: boolean;
}

const distinctKeys = (keys: readonly ContactKey[]): ContactKey[] => [...new Map(keys.map((key) => [textOf(key), key])).values()];

/** Owners of closed contacts, where the row has their name too (ADR 94). For rows without another owner. */
async function findClosedOwners(tx: Tx, actor: Actor, { rows, now }: { rows: readonly ReadRow[]; now: Date }): Promise<Owners[]> {
  const named = rows.filter(({ names }) => names.length > 0);
  const keys = distinctKeys(named.flatMap(({ values }) => values.filter(({ type }) => type !== 'link').flatMap(keysOf)));
  const namesOf = (key: ContactKey) =>
    named.flatMap((row) => (row.values.flatMap(keysOf).some((own) => textOf(own) === textOf(key)) ? row.names : []));
  const { found, refused } = await guessContacts(tx, actor, { keys, now, namesOf });
  const limited = new Set(refused.map(textOf));
  return rows.map((row) => {
    const own = new Set(row.values.flatMap(keysOf).map(textOf));
    return {
      profileIds: new Set(found.flatMap(({ key, profile_id: id }) => (own.has(textOf(key)) ? [id] : []))),
      isLimited: row.names.length > 0 && [...own].some((key) => limited.has(key)),
    };
  });
}

async function findOwners(tx: Tx, actor: Actor, { rows, now }: { rows: readonly ReadRow[]; now: Date }): Promise<Owners[]> {
  const keys = distinctKeys(rows.flatMap(({ values }) => values.flatMap(keysOf)));
  const owners = await ownersOfContacts(tx, actor, keys);
  const byKey = new Map(keys.map((key, index) => [textOf(key), owners[index] ?? []]));
  const open = rows.map(({ values }) => new Set(values.flatMap(keysOf).flatMap((key) => byKey.get(textOf(key)) ?? [])));
  const unknown = rows.filter((_row, index) => open[index]?.size === 0);
  const closed = new Map((await findClosedOwners(tx, actor, { rows: unknown, now })).map((found, index) => [unknown[index], found]));
  return rows.map((row, index) => closed.get(row) ?? { profileIds: open[index] ?? new Set(), isLimited: false });
}

function outcomeOf({ values, invalid }: ReadRow, { profileIds: owners, isLimited }: Owners): RowOutcome {
  const wrong = { ...(invalid.length > 0 ? { invalid } : {}), ...(isLimited ? { isLimited } : {}) };
  if (values.length === 0) return { kind: 'error', ...wrong };
  const [profileId, another] = owners;
  if (another !== undefined) return { kind: 'ambiguous', ...wrong };
  return profileId === undefined ? { kind: 'not_found', ...wrong } : { kind: 'found', profileId, ...wrong };
}

/** Rows in one read: phone numbers are slow to parse. */
const atOnce = 50;

interface Enriching {
  rows: readonly FileRow[];
  columns: readonly ColumnType[];
  country: string | undefined;
  now: Date;
  signing(): Promise<Signer>;
}

/** A row with values of different people changes none. */
export async function enrichRows(tx: Tx, actor: Actor, { rows, columns, country, now, signing }: Enriching): Promise<RowOutcome[]> {
  const read: ReadRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await breathe();
    read.push(readRow(row, columns, country));
  }
  const owners = await findOwners(tx, actor, { rows: read, now });
  const outcomes = read.map((row, index) => outcomeOf(row, owners[index] ?? { profileIds: new Set(), isLimited: false }));
  const contacts = outcomes.flatMap(({ profileId }, index) =>
    profileId === undefined ? [] : (read[index]?.values ?? []).map((value) => ({ ...value, profileId, index })),
  );
  const target = { signing, companyId: actor.company.id };
  const added = await addEnrichedContacts(tx, actor, await withoutErasedContacts(tx, target, contacts));
  const idOf = new Map(added.map((one) => [`${one.profileId} ${textOf(one)}`, one.id]));
  for (const { index, profileId, type, value, normalized } of contacts) {
    const key = `${profileId} ${textOf({ type, normalized })}`;
    const contactId = idOf.get(key);
    const outcome = outcomes[index];
    if (contactId === undefined || !outcome) continue;
    idOf.delete(key);
    (outcome.added ??= []).push({ type, value, contactId });
  }
  return outcomes;
}
