import type { Client } from 'pg';
import type { Tx } from './database.ts';

type InstallationTables = { installation: { key: string; value: unknown; updated_at: Date } };
const tables = (tx: Tx) => tx.withTables<InstallationTables>();

export async function readFact<T>(tx: Tx, key: string): Promise<T | undefined> {
  const row = await tables(tx).selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value as T | undefined;
}

export async function saveFact(tx: Tx, key: string, { value, savedAt }: { value: unknown; savedAt: Date }): Promise<void> {
  const row = { key, value: JSON.stringify(value), updated_at: savedAt };
  await tables(tx)
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value, updated_at: savedAt }))
    .execute();
}

export const saveFactAsOwner = (owner: Client, key: string, { value, savedAt }: { value: unknown; savedAt: Date }) =>
  owner.query(
    'insert into installation (key, value, updated_at) values ($1, $2, $3) on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at',
    [key, JSON.stringify(value), savedAt],
  );

export const deleteFactsAsOwner = (owner: Client, keys: readonly string[]) =>
  owner.query('delete from installation where key = any($1)', [keys]);

/** Returns the stored fact, or stores this one. Concurrent calls return the same value. */
export async function ensureFact<T>(tx: Tx, key: string, { value, savedAt }: { value: T; savedAt: Date }): Promise<T> {
  await tables(tx)
    .insertInto('installation')
    .values({ key, value: JSON.stringify(value), updated_at: savedAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readFact<T>(tx, key)) ?? value;
}

/** Deletes the fact if it has this value. Concurrent calls: only one returns true. */
export async function takeFact(tx: Tx, key: string, value: unknown): Promise<boolean> {
  const taken = await tables(tx)
    .deleteFrom('installation')
    .where('key', '=', key)
    .where('value', '=', JSON.stringify(value))
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}
