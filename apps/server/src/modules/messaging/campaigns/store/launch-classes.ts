import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import type { MailingTables } from '../tables.ts';
import { planAgainAt } from './outcomes.ts';
import { problemFor } from './skip-reasons.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export type LaunchKind = 'launch' | 'occurred' | 'planned' | 'no_email' | 'error';

export interface LaunchMoment {
  sender: Actor;
  running: boolean;
  now: Date;
  /**
   * Recipients that `skipRecipients` released. It has stored the reasons of the others, which are
   * not computed again.
   */
  lifted?: readonly number[];
  reached?: readonly number[];
}

/**
 * Classifies recipients for a launch (MAIL-016 to MAIL-018); null if not affected. The offset
 * prevents repeated evaluation of the address problem.
 */
export const classified = (mailingId: number, { sender, running, now, lifted, reached: byMessenger = [] }: LaunchMoment) => sql`
  select recipient.id, recipient.candidate_id, reached.problem, case
      when recipient.email = '' and not reached.by_messenger then 'no_email'
      when (recipient.active and ${running} or progress.unknown or progress.on_its_way) and not progress.failed then null
      when reached.problem is not null and not reached.by_messenger then 'no_email'
      when progress.failed then 'error'
      when progress.messages = 0 then 'launch'
      when ${running} and recipient.email_problem is null and recipient.id <> all(${lifted ?? []}::bigint[]) then null
      when recipient.next_at > ${now} then 'planned' else 'occurred' end as kind
  from mailing_recipients as recipient
  cross join lateral (select case when recipient.email = '' or ${lifted !== undefined} then recipient.email_problem else ${problemFor(sender, mailingId)} end
    as problem, recipient.id = any(${byMessenger}::bigint[]) as by_messenger offset 0) as reached
  cross join lateral (
    select count(*) as messages, coalesce(bool_or(is_failed and not is_undecided), false) as failed, coalesce(bool_or(is_undecided), false) as unknown,
      coalesce(bool_or(is_on_its_way), false) as on_its_way
    from message_progress where message_progress.recipient_id = recipient.id
  ) as progress
  where recipient.mailing_id = ${mailingId} and recipient.ended is null and recipient.removed_at is null`;

export interface LaunchCounts {
  counts: Record<LaunchKind, number>;
  contactsClosed: number;
}

export async function countLaunchable(tx: Tx, mailingId: number, moment: LaunchMoment): Promise<LaunchCounts> {
  const { rows } = await sql<{ kind: LaunchKind; count: number; closed: number }>`
    select kind, count(*) as count, count(*) filter (where problem = 'contacts_closed') as closed
    from (${classified(mailingId, moment)}) as one where kind is not null group by kind`.execute(tx);
  const counts = { launch: 0, occurred: 0, planned: 0, no_email: 0, error: 0 };
  for (const row of rows) counts[row.kind] = row.count;
  return { counts, contactsClosed: rows.find((row) => row.kind === 'no_email')?.closed ?? 0 };
}

export interface Activation extends LaunchMoment {
  startAt: Date;
  onlyErrors?: boolean;
  leftOut?: readonly number[];
  undoable?: boolean;
}

/**
 * Activates recipients for the planner and returns them with their kinds. Creates no messages, so
 * that ten thousand launch within a second.
 */
export async function activate(tx: Tx, mailingId: number, activation: Activation) {
  const { now, startAt, onlyErrors = false, leftOut = [], undoable = false } = activation;
  const { rows } = await sql<{ id: number; kind: LaunchKind; candidate_id: number | null; profile_id: number; email: string }>`
    with one as (
      select * from (${classified(mailingId, activation)}) as all_of_them where kind in ('launch', 'occurred', 'planned', 'error')
        and (kind = 'error' or not ${onlyErrors}) and id <> all(${leftOut}::bigint[])
    ), before as (
      insert into mailing_launch_recipients (mailing_id, company_id, recipient_id, kind, active, retry, relaunched_at, launched_at, next_at,
        status_changed_at, email_problem)
      select mailing_id, company_id, recipient.id, one.kind, active, retry, relaunched_at, launched_at, next_at, status_changed_at, email_problem
      from one join mailing_recipients as recipient on recipient.id = one.id where ${undoable}
      on conflict (mailing_id, recipient_id) do update set kind = excluded.kind
    )
    update mailing_recipients as recipient set
      active = true,
      retry = one.kind = 'error',
      relaunched_at = case when one.kind = 'launch' then recipient.relaunched_at else ${now}::timestamptz end,
      launched_at = case when one.kind = 'launch' then ${startAt}::timestamptz else coalesce(recipient.launched_at, ${startAt}::timestamptz) end,
      next_at = case when one.kind = 'launch' then ${startAt}::timestamptz else ${now}::timestamptz end,
      status_changed_at = ${now}
    from one where one.id = recipient.id
    returning recipient.id, one.kind, recipient.candidate_id, recipient.profile_id, recipient.email`.execute(tx);
  return rows;
}

/**
 * Withdraws messages that are not handed over; the planner creates them again. A resent message
 * that may have left needs a user's decision.
 */
export async function withdraw(tx: Tx, of: { mailingId: number } | { recipientIds: readonly number[] }, now: Date): Promise<void> {
  await transitions.parkResent(tx, of, now);
  await planAgainAt(tx, await transitions.withdraw(tx, of), now);
}

export const reopenFinished = (tx: Tx, mailingId: number, now: Date) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ ended: null, next_at: now })
    .where('mailing_id', '=', mailingId)
    .where('ended', '=', 'finished')
    .execute();

/** Recipients without a value for the variable. Unreachable ones do not count. */
export async function countWithoutValue(
  tx: Tx,
  mailingId: number,
  { variable, reached }: { variable: string; reached: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mailing_recipients where mailing_id = ${mailingId} and removed_at is null and ended is null
      and (email <> '' or id = any(${reached}::bigint[])) and coalesce(trim(custom_data ->> ${variable}), '') = ''`.execute(tx);
  return rows[0]?.count ?? 0;
}
