import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

/** Version 0 means no draft; each save increments it. */
export interface Draft {
  body: string;
  version: number;
}

export const noDraft: Draft = { body: '', version: 0 };

interface Whose {
  dialogId: number;
  userId: number;
}

export async function draftsOf(tx: Tx, dialogIds: readonly number[], userId: number): Promise<Map<number, Draft>> {
  const rows = await tables(tx)
    .selectFrom('telegram_drafts')
    .select(['dialog_id', 'body', 'version'])
    .where('dialog_id', '=', sql<number>`any(${dialogIds})`)
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ dialog_id: id, ...draft }) => [id, draft]));
}

export const lockDraft = (tx: Tx, { dialogId, userId }: Whose): Promise<Draft | undefined> =>
  tables(tx)
    .selectFrom('telegram_drafts')
    .select(['body', 'version'])
    .where('dialog_id', '=', dialogId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/**
 * Replaces version `after` (0: no draft). Returns the new version, or undefined after a concurrent
 * save.
 */
export async function replaceDraft(
  tx: Tx,
  { dialogId, userId, companyId, body, after }: Whose & { companyId: number; body: string; after: number },
): Promise<number | undefined> {
  const row = await tables(tx)
    .insertInto('telegram_drafts')
    .values({ company_id: companyId, dialog_id: dialogId, user_id: userId, body, version: after + 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['dialog_id', 'user_id'])
        .doUpdateSet({ body, version: after + 1 })
        .where('telegram_drafts.version', '=', after),
    )
    .returning('version')
    .executeTakeFirst();
  return row?.version;
}
