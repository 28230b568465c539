import { sql } from 'kysely';
import { mailingOpenTo } from '#modules/messaging/messages/public/planning.ts';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export type MailingRow = NonNullable<Awaited<ReturnType<typeof findMailing>>>;
export type MailingKind = 'mass' | 'sequence';

const living = (tx: Tx) =>
  tables(tx).selectFrom('mailings').selectAll().where('type', 'in', ['mass', 'sequence']).where('deleted_at', 'is', null);

export const findMailing = (tx: Tx, id: number) => living(tx).where('id', '=', id).executeTakeFirst();

/** Locks the mailing, so that nothing is planned for it. */
export const lockMailing = (tx: Tx, id: number) => living(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const lockRunning = (tx: Tx, companyId: number) =>
  living(tx).where('company_id', '=', companyId).where('status', 'in', ['pending', 'sending']).forUpdate().execute();

export interface MailingFilter {
  kind: MailingKind;
  folderId?: number | undefined;
  status?: MailingRow['status'] | undefined;
  search?: string | undefined;
  userId: number;
  isVisible(folderIds: readonly number[]): Promise<ReadonlySet<number>>;
  limit: number;
  offset: number;
}

/** ROLE-059. Newest first, with the total count. */
export async function listMailings(tx: Tx, filter: MailingFilter): Promise<{ rows: MailingRow[]; count: number }> {
  let query = living(tx).where('type', '=', filter.kind).where(mailingOpenTo('mailings', filter));
  if (filter.folderId !== undefined) query = query.where('folder_id', '=', filter.folderId);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.search) query = query.where('name', 'ilike', containing(filter.search));
  const folders = await query.clearSelect().select('folder_id').distinct().execute();
  const visible = await filter.isVisible(folders.flatMap((row) => row.folder_id ?? []));
  query = query.where((select) =>
    select.or([select('folder_id', 'is', null), select('folder_id', '=', sql<number>`any(${[...visible]}::bigint[])`)]),
  );
  const { count } = await query
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, rows: await query.orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute() };
}

export interface NewMailing {
  companyId: number;
  createdBy: number;
  kind: MailingKind;
  name: string;
  folderId: number | null;
  accessType: 'public' | 'private';
  afterLaunchStatusId: number | null;
  telegramAccountId: number | null;
  now: Date;
}

export const insertMailing = (tx: Tx, mailing: NewMailing): Promise<MailingRow> =>
  tables(tx)
    .insertInto('mailings')
    .values({
      company_id: mailing.companyId,
      created_by: mailing.createdBy,
      type: mailing.kind,
      name: mailing.name,
      folder_id: mailing.folderId,
      request_key: null,
      access_type: mailing.accessType,
      after_launch_status_id: mailing.afterLaunchStatusId,
      telegram_account_id: mailing.telegramAccountId,
      created_at: mailing.now,
      updated_at: mailing.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export interface MailingChange {
  name?: string | undefined;
  access_type?: 'public' | 'private' | undefined;
  after_launch_status_id?: number | null | undefined;
  telegram_account_id?: number | null | undefined;
  status?: MailingRow['status'];
  stop_reason?: MailingRow['stop_reason'];
  sender_id?: number | null;
  launch_at?: Date | null;
  launched_at?: Date | null;
  undo_until?: Date | null;
  next_number?: number;
  deleted_at?: Date;
}

export const updateMailing = (tx: Tx, id: number, { now, ...change }: MailingChange & { now: Date }): Promise<MailingRow> =>
  tables(tx)
    .updateTable('mailings')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findPeople = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();

export const listsOfFolders = (tx: Tx, folderIds: readonly number[]) =>
  living(tx)
    .where('type', '=', 'mass')
    .where('folder_id', '=', sql<number>`any(${folderIds}::bigint[])`)
    .orderBy('id', 'desc')
    .execute();

export const listStepFiles = (tx: Tx, mailingIds: readonly number[]) =>
  tables(tx)
    .selectFrom('mailing_files')
    .innerJoin('files', 'files.id', 'mailing_files.file_id')
    .select(['mailing_files.mailing_id', 'mailing_files.step', 'files.id', 'files.filename', 'files.size'])
    .where('mailing_files.mailing_id', '=', sql<number>`any(${mailingIds}::bigint[])`)
    .orderBy('mailing_files.position')
    .execute();

export type StepFile = Awaited<ReturnType<typeof listStepFiles>>[number];
