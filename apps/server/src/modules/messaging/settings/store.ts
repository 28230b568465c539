import { type ColumnType, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

type SettingsTables = {
  company_messaging_settings: {
    company_id: number;
    unsubscribe_link: ColumnType<boolean, boolean | undefined, boolean>;
    access_type: ColumnType<'public' | 'private', 'public' | 'private' | undefined, 'public' | 'private'>;
    track_opens: ColumnType<boolean, boolean | undefined, boolean>;
    track_clicks: ColumnType<boolean, boolean | undefined, boolean>;
  };
};
const tables = (tx: Tx) => tx.withTables<SettingsTables>();

export interface CompanyMessaging {
  /** SEND-011: adds the link to every message of a mass mailing. */
  unsubscribe_link: boolean;
  access_type: 'public' | 'private';
  track_opens: boolean;
  track_clicks: boolean;
}

const defaults: CompanyMessaging = { unsubscribe_link: true, access_type: 'public', track_opens: true, track_clicks: true };

export async function findCompanyMessaging(tx: Tx, companyIds: readonly number[]): Promise<Map<number, CompanyMessaging>> {
  const rows = await tables(tx)
    .selectFrom('company_messaging_settings')
    .selectAll()
    .where('company_id', '=', sql<number>`any(${companyIds})`)
    .execute();
  const known = new Map(rows.map(({ company_id: id, ...settings }) => [id, settings]));
  return new Map(companyIds.map((id) => [id, known.get(id) ?? defaults]));
}

export const saveCompanyMessaging = (tx: Tx, companyId: number, settings: CompanyMessaging) =>
  tables(tx)
    .insertInto('company_messaging_settings')
    .values({ company_id: companyId, ...settings })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(settings))
    .execute();

/** MSET-005. */
export async function defaultAccess(tx: Tx, companyId: number): Promise<'public' | 'private'> {
  return (await findCompanyMessaging(tx, [companyId])).get(companyId)?.access_type ?? defaults.access_type;
}
