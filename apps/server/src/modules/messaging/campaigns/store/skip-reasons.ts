import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { isClosedTo } from '#modules/messaging/messages/public/planning.ts';

/** Messages by messenger use no address. */
const isWritten = (recipient: 'recipient' | 'twin') =>
  sql<boolean>`exists (select from messages where messages.recipient_id = ${sql.ref(`${recipient}.id`)} and messages.channel = 'email')`;

/**
 * Whether another recipient with this address takes precedence: already written to, else active,
 * else added first. The subquery finds shared addresses once, because most mailings have none.
 */
const hasDuplicate = (sender: Actor, mailingId: number) => sql<boolean>`(recipient.email_key in (
    select email_key from mailing_recipients where mailing_id = ${mailingId} and email_key <> '' group by email_key having count(*) > 1)
  and not ${isWritten('recipient')} and exists (
  select from mailing_recipients as twin where twin.mailing_id = ${mailingId} and twin.email_key = recipient.email_key
    and twin.id <> recipient.id and not ${isClosedTo(sender, 'twin')}
    and (${isWritten('twin')} or (twin.removed_at is null and (twin.active and not recipient.active
      or twin.active = recipient.active and twin.id < recipient.id)))))`;

/**
 * Why the mailing does not write to an address. The sender would see an address opened by a
 * colleague in the Sent folder.
 */
export const problemFor = (sender: Actor, mailingId: number) => sql<'contacts_closed' | 'same_address' | null>`case
  when ${isClosedTo(sender, 'recipient')} then 'contacts_closed' when ${hasDuplicate(sender, mailingId)} then 'same_address' end`;

interface Skipping {
  sender: Actor;
  leftOut: readonly number[];
  undoable: boolean;
  reached: readonly number[];
}

/**
 * Deactivates recipients that a launch skips, also those of earlier launches. Returns recipients
 * that are no longer skipped.
 */
export async function skipRecipients(tx: Tx, mailingId: number, { sender, leftOut, undoable, reached }: Skipping): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_lifted: boolean }>`
    with one as (
      select * from (
        select recipient.*, case when recipient.email <> '' then ${problemFor(sender, mailingId)} else recipient.email_problem end as problem
        from mailing_recipients as recipient where mailing_id = ${mailingId} and removed_at is null
      ) as looked_at where (active and (id = any(${leftOut}::bigint[]) or (problem is not null and email <> '' and not id = any(${reached}::bigint[])))) or problem is distinct from email_problem
    ), before as (
      insert into mailing_launch_recipients (mailing_id, company_id, recipient_id, kind, active, retry, relaunched_at, launched_at, next_at,
        status_changed_at, email_problem)
      select mailing_id, company_id, id, 'passed_over', active, retry, relaunched_at, launched_at, next_at, status_changed_at, email_problem
      from one where ${undoable}
    )
    update mailing_recipients as recipient set email_problem = one.problem,
      active = recipient.active and (one.problem is null or one.id = any(${reached}::bigint[])) and not recipient.id = any(${leftOut}::bigint[])
    from one where one.id = recipient.id
    returning one.id, one.problem is null and one.email_problem is not null as is_lifted`.execute(tx);
  return rows.flatMap((row) => (row.is_lifted ? row.id : []));
}

/**
 * Activates skipped recipients of a running sequence after the sender opened their contacts
 * (SEQ-031).
 */
export async function beginOpened(tx: Tx, mailingId: number, { sender, now }: { sender: Actor; now: Date }): Promise<void> {
  await sql`update mailing_recipients as recipient set active = true, launched_at = coalesce(launched_at, ${now}::timestamptz), next_at = ${now},
      email_problem = null, status_changed_at = ${now}
    where mailing_id = ${mailingId} and email <> '' and email_problem = 'contacts_closed' and not active and ended is null and removed_at is null
      and ${problemFor(sender, mailingId)} is null`.execute(tx);
}
