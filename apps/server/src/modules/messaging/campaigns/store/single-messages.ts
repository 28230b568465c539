import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export interface NewSingle {
  companyId: number;
  createdBy: number;
  requestKey: string;
  profileId: number;
  candidateId: number | null;
  folderId: number | null;
  email: string;
  emailKey: string;
  needsOpening: boolean;
  subject: string;
}

/**
 * Creates the recipient of a single message. Returns undefined for a repeated request key: a double
 * click sends once.
 */
export async function insertSingle(tx: Tx, sending: NewSingle): Promise<number | undefined> {
  const mailing = await tables(tx)
    .insertInto('mailings')
    .values({
      company_id: sending.companyId,
      created_by: sending.createdBy,
      type: 'single',
      name: sending.subject,
      folder_id: sending.folderId,
      request_key: sending.requestKey,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'created_by', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!mailing) return undefined;
  const { id } = await tables(tx)
    .insertInto('mailing_recipients')
    .values({
      company_id: sending.companyId,
      mailing_id: mailing.id,
      profile_id: sending.profileId,
      candidate_id: sending.candidateId,
      email: sending.email,
      email_key: sending.emailKey,
      email_needs_opening: sending.needsOpening,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findByRequestKey(tx: Tx, createdBy: number, requestKey: string): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .select('messages.id')
    .where('mailings.created_by', '=', createdBy)
    .where('mailings.request_key', '=', requestKey)
    .executeTakeFirst();
  return row?.id;
}

/** Deletes single messages to a person, across companies. Returns the ids of their files. */
export async function deleteSinglesTo(tx: Tx, profileId: number): Promise<number[]> {
  const { rows } = await sql<{ file_id: number }>`
    with gone as materialized (select distinct mailings.id from mailing_recipients as recipient join mailings on mailings.id = recipient.mailing_id
      where recipient.profile_id = ${profileId} and mailings.type = 'single'),
    attached as materialized (select distinct file_id from mailing_files where mailing_id in (select id from gone)),
    deleted as (delete from mailings where id in (select id from gone) returning id)
    select file_id from attached where exists (select from deleted)`.execute(tx);
  return rows.map((row) => row.file_id);
}
