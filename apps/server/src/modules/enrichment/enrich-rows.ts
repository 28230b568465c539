import { setImmediate as breathe } from 'node:timers/promises';
import type { ColumnType, ValueType } from '@headwater/domain/profiles/enrichment';
import type { Actor } from '@headwater/domain/roles';
import { addEnrichedContacts, type ContactKey, ownersOfContacts, readContact } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FileRow } from './csv/parts.ts';

/** A value that the person did not have, and the contact that it became. */
export interface AddedValue {
  type: ValueType;
  value: string;
  contactId: number;
}

/** What became of a row. */
export interface RowOutcome {
  kind: 'found' | 'not_found' | 'ambiguous' | 'error';
  /** Of a found one. */
  profileId?: number;
  added?: AddedValue[];
  /** Columns, from 1, whose value is none of their type. */
  invalid?: number[];
}

type RowValue = ContactKey & { type: ValueType; value: string };

interface ReadRow {
  values: RowValue[];
  invalid: number[];
}

function readRow([, cells, fault]: FileRow, columns: readonly ColumnType[], country: string | undefined): ReadRow {
  const read: ReadRow = { values: [], invalid: [] };
  if (fault) return read;
  for (const [index, type] of columns.entries()) {
    const value = cells[index]?.trim() ?? '';
    if (type === 'ignore' || value === '') continue;
    const contact = readContact({ type, value, source: 'enrichment' }, country);
    if (contact) read.values.push({ type, value: contact.value, normalized: contact.normalized });
    else read.invalid.push(index + 1);
  }
  return read;
}

const telegramAddress = /^t\.me\/(\w+)$/;

/** What a value is looked for as: an account of Telegram is also known by its link or its number. */
function keysOf({ type, normalized }: ContactKey): ContactKey[] {
  const own: ContactKey = { type, normalized };
  if (type === 'telegram' && normalized.startsWith('+')) return [own, { type: 'phone', normalized: normalized.slice(1) }];
  if (type === 'telegram') return [own, { type: 'link', normalized: `t.me/${normalized}` }];
  if (type === 'phone') return [own, { type: 'telegram', normalized: `+${normalized}` }];
  const account = type === 'link' ? telegramAddress.exec(normalized)?.[1] : undefined;
  return account ? [own, { type: 'telegram', normalized: account }] : [own];
}

const textOf = ({ type, normalized }: ContactKey) => `${type} ${normalized}`;

/** The profiles that the values of each row lead to. */
async function findOwners(tx: Tx, rows: readonly ReadRow[]): Promise<Set<number>[]> {
  const keys = new Map(rows.flatMap(({ values }) => values.flatMap(keysOf)).map((key) => [textOf(key), key]));
  const owners = await ownersOfContacts(tx, [...keys.values()]);
  const byKey = new Map([...keys.keys()].map((key, index) => [key, owners[index] ?? []]));
  return rows.map(({ values }) => new Set(values.flatMap(keysOf).flatMap((key) => byKey.get(textOf(key)) ?? [])));
}

function outcomeOf({ values, invalid }: ReadRow, owners: ReadonlySet<number>): RowOutcome {
  const wrong = invalid.length > 0 ? { invalid } : {};
  if (values.length === 0) return { kind: 'error', ...wrong };
  const [profileId, another] = owners;
  if (another !== undefined) return { kind: 'ambiguous', ...wrong };
  return profileId === undefined ? { kind: 'not_found', ...wrong } : { kind: 'found', profileId, ...wrong };
}

/** Rows read at a time: reading telephone numbers takes its time. */
const atOnce = 50;

/**
 * Finds whom each row names and gives them what they did not have of it, as contacts of the actor's company. A row whose values lead to different
 * people changes nobody.
 */
export async function enrichRows(
  tx: Tx,
  actor: Actor,
  { rows, columns, country }: { rows: readonly FileRow[]; columns: readonly ColumnType[]; country: string | undefined },
): Promise<RowOutcome[]> {
  const read: ReadRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await breathe();
    read.push(readRow(row, columns, country));
  }
  const owners = await findOwners(tx, read);
  const outcomes = read.map((row, index) => outcomeOf(row, owners[index] ?? new Set()));
  const contacts = outcomes.flatMap(({ profileId }, index) =>
    profileId === undefined ? [] : (read[index]?.values ?? []).map((value) => ({ ...value, profileId, index })),
  );
  const added = await addEnrichedContacts(tx, actor, contacts);
  const idOf = new Map(added.map((one) => [`${one.profileId} ${textOf(one)}`, one.id]));
  for (const { index, profileId, type, value, normalized } of contacts) {
    const key = `${profileId} ${textOf({ type, normalized })}`;
    const contactId = idOf.get(key);
    const outcome = outcomes[index];
    if (contactId === undefined || !outcome) continue;
    // Of two rows that say the same the first one added it.
    idOf.delete(key);
    (outcome.added ??= []).push({ type, value, contactId });
  }
  return outcomes;
}
