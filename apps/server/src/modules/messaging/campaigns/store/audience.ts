import { sql } from 'kysely';
import type { leaveOutReasons } from '@headwater/contract/mailing-launches';
import type { Tx } from '#platform/database/database.ts';
import { classified, type LaunchKind, type LaunchMoment } from './launch-classes.ts';

export type LeaveOutReason = (typeof leaveOutReasons)[number];

export type LeaveOutFlags = Record<LeaveOutReason, boolean>;

export interface AudienceRow extends LeaveOutFlags {
  id: number;
  profile_id: number;
  kind: Exclude<LaunchKind, 'no_email'>;
  email: string;
}

export interface ClosedRow extends LeaveOutFlags {
  id: number;
  profile_id: number;
  email: string;
}

export interface Moment extends LaunchMoment {
  repliedSince: Date;
  writtenSince: Date;
  /** Statuses of rejected candidates. */
  rejections: readonly number[];
  found?: readonly { id: number; email: string; emailKey: string }[] | undefined;
}

const keyOfAddress = sql`coalesce(found.email_key, nullif(own.email_key, ''))`;

/** `key` finds other recipients with the address; null compares profiles only. */
const audience = (mailingId: number, { repliedSince, writtenSince, rejections, found = [], ...moment }: Moment, key = keyOfAddress) => sql`
    select own.id, own.profile_id, case when found.id is not null then 'launch' else one.kind end as kind, one.problem,
      coalesce(found.email, own.email) as email, in_other_mailings,
      exists (select from candidates where candidates.id = own.candidate_id and candidates.status_id = any(${rejections}::bigint[])) as rejected, coalesce(last.replied, false) as replied_recently,
      coalesce(last.written and not last.replied, false) as written_recently
    from (${classified(mailingId, moment)}) as one join mailing_recipients as own on own.id = one.id
    left join unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ email }) => email)}::text[], ${found.map(({ emailKey }) => emailKey)}::text[])
      as found (id, email, email_key) on found.id = own.id
    cross join lateral (select ${key} as email_key) as reached
    cross join lateral (select exists (
      select from mailing_recipients as other join mailings on mailings.id = other.mailing_id
      where (other.profile_id = own.profile_id or other.email_key = reached.email_key) and other.mailing_id <> own.mailing_id and other.active
        and other.ended is null and other.removed_at is null and mailings.deleted_at is null
        and mailings.status in ('pending', 'sending')) as in_other_mailings) as others
    cross join lateral (
      select coalesce(bool_or(replied_at >= ${repliedSince}::timestamptz), false) as replied,
        coalesce(bool_or(state = 'sent' and sent_at >= ${writtenSince}::timestamptz), false) as written
      from mailing_recipients as other join messages on messages.recipient_id = other.id
      where (other.profile_id = own.profile_id or other.email_key = reached.email_key) and other.mailing_id <> own.mailing_id
    ) as last`;

/**
 * Recipients of a launch with reasons against them. Private mailings of colleagues count:
 * preventing duplicate contact outweighs the disclosure of a count.
 */
export async function audienceOf(tx: Tx, mailingId: number, moment: Moment): Promise<AudienceRow[]> {
  const { rows } =
    await sql<AudienceRow>`select id, profile_id, kind, email, rejected, in_other_mailings, replied_recently, written_recently
    from (${audience(mailingId, moment)} where one.kind <> 'no_email' or found.id is not null) as one`.execute(tx);
  return rows;
}

/** Their addresses are compared with none: others may be guesses. */
export async function closedAudienceOf(tx: Tx, mailingId: number, moment: Moment): Promise<ClosedRow[]> {
  const { rows } = await sql<ClosedRow>`select id, profile_id, email, rejected, in_other_mailings, replied_recently, written_recently
    from (${audience(mailingId, moment, sql`null::text`)} where one.kind = 'no_email' and one.problem = 'contacts_closed') as one order by id`.execute(
    tx,
  );
  return rows;
}
