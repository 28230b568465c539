import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';
import { type MailingRow, updateMailing } from './mailings.ts';
import type { StepRow } from './steps.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

interface NewLaunch {
  mailing: MailingRow;
  launchedBy: number;
  steps: readonly StepRow[];
}

/** Stores the mailing's state for undo; `activate` stores that of recipients. */
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

/** Launches past the time to undo, across companies. */
export const launchesToSettle = (tx: Tx, now: Date) =>
  tables(tx).selectFrom('mailings').select(['id', 'company_id']).where('undo_until', '<=', now).orderBy('undo_until').limit(100).execute();

/** Locks such a launch. Returns undefined if it was undone or settled. */
export const lockLaunched = (tx: Tx, id: number, now: Date) =>
  tables(tx).selectFrom('mailings').selectAll().where('id', '=', id).where('undo_until', '<=', now).forUpdate().executeTakeFirst();

export async function firstLaunched(tx: Tx, mailingId: number): Promise<number[]> {
  const { rows } = await sql<{ candidate_id: number }>`
    select recipient.candidate_id from mailing_launch_recipients as launched join mailing_recipients as recipient on recipient.id = launched.recipient_id
    where launched.mailing_id = ${mailingId} and launched.kind = 'launch' and recipient.candidate_id is not null
      and recipient.active and recipient.ended is null and recipient.removed_at is null`.execute(tx);
  return rows.map((row) => row.candidate_id);
}

/** Makes the launch final, so that the planner starts. */
export async function endLaunch(tx: Tx, mailingId: number): Promise<void> {
  await tables(tx).deleteFrom('mailing_launches').where('mailing_id', '=', mailingId).execute();
  await tables(tx).updateTable('mailings').set({ undo_until: null }).where('id', '=', mailingId).execute();
}

/** Restores the state before the launch. Recipients removed or stopped since stay so. */
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
