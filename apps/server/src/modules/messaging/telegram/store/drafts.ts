import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

/** What a person has begun to write. Version 0: nothing yet; each save makes one more. */
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

/** The draft as it is until the transaction ends. */
export const lockDraft = (tx: Tx, { dialogId, userId }: Whose): Promise<Draft | undefined> =>
  tables(tx)
    .selectFrom('telegram_drafts')
    .select(['body', 'version'])
    .where('dialog_id', '=', dialogId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Puts the text in place of the one of version `after` (0: of none). Returns the new version; undefined where there is another one by now. */
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
