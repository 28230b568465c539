import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';
import { type MailingRow, updateMailing } from './mailings.ts';
import type { StepRow } from './steps.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

interface NewLaunch {
  /** As it was before. */
  mailing: MailingRow;
  launchedBy: number;
  /** Messages that get the sending window of the launch, having none. */
  steps: readonly StepRow[];
}

/** Keeps what a launch changes of the mailing itself; `activate` keeps the recipients. */
export const insertLaunch = (tx: Tx, { mailing, launchedBy, steps }: NewLaunch) =>
  tables(tx)
    .insertInto('mailing_launches')
    .values({
      mailing_id: mailing.id,
      company_id: mailing.company_id,
      launched_by: launchedBy,
      status: mailing.status,
      sender_id: mailing.sender_id,
      launch_at: mailing.launch_at,
      launched_at: mailing.launched_at,
      after_launch_status_id: mailing.after_launch_status_id,
      steps: JSON.stringify(steps.map(({ id, send_time_zone: zone }) => ({ id, zone }))),
    })
    .execute();

export type LaunchRow = NonNullable<Awaited<ReturnType<typeof findLaunch>>>;

export const findLaunch = (tx: Tx, mailingId: number) =>
  tables(tx).selectFrom('mailing_launches').selectAll().where('mailing_id', '=', mailingId).executeTakeFirst();

/** Launches whose time to be undone is over. Over all companies. */
export const launchesToSettle = (tx: Tx, now: Date) =>
  tables(tx).selectFrom('mailings').select(['id', 'company_id']).where('undo_until', '<=', now).orderBy('undo_until').limit(100).execute();

/** One of them, held until the transaction ends; undefined where it was undone or settled meanwhile. */
export const lockLaunched = (tx: Tx, id: number, now: Date) =>
  tables(tx).selectFrom('mailings').selectAll().where('id', '=', id).where('undo_until', '<=', now).forUpdate().executeTakeFirst();

/** Candidates who were launched for the first time by the launch that can be undone. */
export async function firstLaunched(tx: Tx, mailingId: number): Promise<number[]> {
  const { rows } = await sql<{ candidate_id: number }>`
    select recipient.candidate_id from mailing_launch_recipients as launched join mailing_recipients as recipient on recipient.id = launched.recipient_id
    where launched.mailing_id = ${mailingId} and launched.kind = 'launch' and recipient.candidate_id is not null
      and recipient.active and recipient.ended is null and recipient.removed_at is null`.execute(tx);
  return rows.map((row) => row.candidate_id);
}

/** From now on the launch stands: the planner takes the mailing up. */
export async function endLaunch(tx: Tx, mailingId: number): Promise<void> {
  await tables(tx).deleteFrom('mailing_launches').where('mailing_id', '=', mailingId).execute();
  await tables(tx).updateTable('mailings').set({ undo_until: null }).where('id', '=', mailingId).execute();
}

/** Everything as it was before the launch. Who was removed meanwhile stays removed, and who was stopped stays stopped. */
export async function restoreLaunch(tx: Tx, launch: LaunchRow, now: Date): Promise<MailingRow> {
  const { mailing_id: id, status, sender_id, launch_at, launched_at, after_launch_status_id } = launch;
  await sql`update mailing_recipients as recipient set active = before.active, retry = before.retry, relaunched_at = before.relaunched_at,
      launched_at = before.launched_at, next_at = before.next_at, status_changed_at = before.status_changed_at,
      email_problem = before.email_problem
    from mailing_launch_recipients as before
    where before.mailing_id = ${id} and recipient.id = before.recipient_id and recipient.removed_at is null`.execute(tx);
  await sql`update mailing_steps as step set send_time_from = null, send_time_to = null, send_time_zone = before.zone
    from jsonb_to_recordset(${JSON.stringify(launch.steps)}::jsonb) as before (id bigint, zone text)
    where step.id = before.id and step.mailing_id = ${id}`.execute(tx);
  await endLaunch(tx, id);
  return updateMailing(tx, id, { status, sender_id, launch_at, launched_at, after_launch_status_id, now });
}
