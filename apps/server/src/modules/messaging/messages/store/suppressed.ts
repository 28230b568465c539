import { sql } from 'kysely';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';

/**
 * Why the company may not write to the address of a recipient now; null where it may. By the address as it is kept for people to read: what is asked
 * before a message leaves also knows addresses of which the hash alone is left.
 * @param recipient the name that `mailing_recipients` has in the query
 */
export const suppressionOf = (recipient: 'mailing_recipients' | 'recipient') =>
  sql<SuppressionReason | null>`(select suppressions.reason from suppressions where suppressions.company_id = ${sql.ref(`${recipient}.company_id`)}
    and suppressions.address_key = ${sql.ref(`${recipient}.email_key`)} and suppressions.released_at is null limit 1)`;

/** Whether the person has unsubscribed by one of the messages to this recipient, also by the last one, behind which nothing was to follow. */
export const hasUnsubscribed = (recipient: 'recipient' | 'one') =>
  sql<boolean>`exists (select from suppressions join messages as message on message.id = suppressions.message_id
    where message.recipient_id = ${sql.ref(`${recipient}.id`)} and suppressions.reason = 'unsubscribed' and suppressions.released_at is null)`;
