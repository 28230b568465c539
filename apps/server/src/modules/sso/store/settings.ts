import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { DiscoveryFault, Metadata } from '../identity-provider-port.ts';
import type { SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export type Settings = NonNullable<Awaited<ReturnType<typeof findSettings>>>;
export type SettingsColumns = Updateable<SsoTables['sso_settings']>;
export type NewSettings = Insertable<SsoTables['sso_settings']>;

export const findSettings = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('sso_settings').selectAll().where('company_id', '=', companyId).executeTakeFirst();

export const lockSettings = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('sso_settings').selectAll().where('company_id', '=', companyId).forUpdate().executeTakeFirst();

export const shareLockSettings = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('sso_settings').select('company_id').where('company_id', '=', companyId).forShare().executeTakeFirst();

/** Share lock. */
export async function lockProvider(tx: Tx, { company_id: companyId, idp_url: idpUrl, client_id: clientId }: Settings): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('sso_settings')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .where('idp_url', '=', idpUrl)
    .where('client_id', '=', clientId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSettings(tx: Tx, settings: NewSettings): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('sso_settings')
    .values(settings)
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const updateSettings = (tx: Tx, companyId: number, columns: SettingsColumns) =>
  tables(tx).updateTable('sso_settings').set(columns).where('company_id', '=', companyId).execute();

/** Ignored if the provider has changed since. */
export const markProved = (tx: Tx, { company_id: companyId, idp_url: idpUrl, client_id: clientId }: Settings, now: Date) =>
  tables(tx)
    .updateTable('sso_settings')
    .set({ proved_at: now })
    .where('company_id', '=', companyId)
    .where('idp_url', '=', idpUrl)
    .where('client_id', '=', clientId)
    .where('proved_at', 'is', null)
    .execute();

/** Over all companies. */
export const listSecrets = (tx: Tx) => tables(tx).selectFrom('sso_settings').select(['company_id', 'client_secret']).execute();

export const replaceSecret = (tx: Tx, companyId: number, { from, to }: { from: string; to: string }) =>
  tables(tx)
    .updateTable('sso_settings')
    .set({ client_secret: to })
    .where('company_id', '=', companyId)
    .where('client_secret', '=', from)
    .execute();

export type Configuration = NonNullable<Awaited<ReturnType<typeof findConfiguration>>>;

export const findConfiguration = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('sso_configurations').selectAll().where('company_id', '=', companyId).executeTakeFirst();

export const saveConfiguration = (tx: Tx, companyId: number, { metadata, now }: { metadata: Metadata; now: Date }) => {
  const row = { metadata: JSON.stringify(metadata), read_at: now, attempted_at: now, failure: null };
  return tables(tx)
    .insertInto('sso_configurations')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
};

export const saveFailure = (tx: Tx, companyId: number, { failure, now }: { failure: DiscoveryFault; now: Date }) =>
  tables(tx)
    .insertInto('sso_configurations')
    .values({ company_id: companyId, metadata: null, read_at: null, attempted_at: now, failure })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ attempted_at: now, failure }))
    .execute();

export const deleteConfiguration = (tx: Tx, companyId: number) =>
  tables(tx).deleteFrom('sso_configurations').where('company_id', '=', companyId).execute();

/** Oldest first. */
export const listStale = (tx: Tx, { now, limit }: { now: Date; limit: number }) =>
  tables(tx)
    .selectFrom('sso_settings as s')
    .leftJoin('sso_configurations as c', 'c.company_id', 's.company_id')
    .select(['s.company_id', 's.idp_url', 's.is_internal'])
    .where('s.is_active', '=', true)
    .where(sql<boolean>`exists (select from companies where id = s.company_id and deleted_at is null)`)
    .where(sql<boolean>`(c.attempted_at is null or c.attempted_at + make_interval(secs => s.config_update_interval) <= ${now})`)
    .orderBy(sql`c.attempted_at nulls first`)
    .limit(limit)
    .execute();
