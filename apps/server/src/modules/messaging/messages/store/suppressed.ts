import { sql } from 'kysely';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';

/**
 * SQL: the reason why the recipient's address is suppressed, or null. Matches readable addresses
 * only; the check before sending also knows hashed ones.
 */
export const suppressionOf = (recipient: 'mailing_recipients' | 'recipient') =>
  sql<SuppressionReason | null>`(select suppressions.reason from suppressions where suppressions.company_id = ${sql.ref(`${recipient}.company_id`)}
    and suppressions.address_key = ${sql.ref(`${recipient}.email_key`)} and suppressions.released_at is null limit 1)`;

/** SQL: the person unsubscribed by a message to this recipient, including the last one. */
export const hasUnsubscribed = (recipient: 'recipient' | 'one') =>
  sql<boolean>`exists (select from suppressions join messages as message on message.id = suppressions.message_id
    where message.recipient_id = ${sql.ref(`${recipient}.id`)} and suppressions.reason = 'unsubscribed' and suppressions.released_at is null)`;
