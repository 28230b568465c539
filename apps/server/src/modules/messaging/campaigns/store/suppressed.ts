import { sql } from 'kysely';

/**
 * SQL condition: the address is suppressed and no messenger step replaces a bounced one.
 * `recipient` is the table name or alias.
 */
export const isSuppressed = (recipient: 'mailing_recipients' | 'recipient') =>
  sql<boolean>`exists (select from suppressions where suppressions.company_id = ${sql.ref(`${recipient}.company_id`)}
    and suppressions.address_key = ${sql.ref(`${recipient}.email_key`)} and suppressions.released_at is null
    and not (suppressions.reason = 'bounce' and ${sql.ref(`${recipient}.messenger_problem`)} is null and exists (
      select from mailing_steps where mailing_steps.mailing_id = ${sql.ref(`${recipient}.mailing_id`)} and mailing_steps.channel <> 'email')))`;
