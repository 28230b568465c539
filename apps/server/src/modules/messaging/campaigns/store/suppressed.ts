import { sql } from 'kysely';

/**
 * Whether nothing goes to a recipient because the company may not write to the address. Whoever's address takes no mail is reached by messenger where
 * messages of the mailing leave by one, as far as that is known without asking it.
 * @param recipient the name that `mailing_recipients` has in the query
 */
export const isSuppressed = (recipient: 'mailing_recipients' | 'recipient') =>
  sql<boolean>`exists (select from suppressions where suppressions.company_id = ${sql.ref(`${recipient}.company_id`)}
    and suppressions.address_key = ${sql.ref(`${recipient}.email_key`)} and suppressions.released_at is null
    and not (suppressions.reason = 'bounce' and ${sql.ref(`${recipient}.messenger_problem`)} is null and exists (
      select from mailing_steps where mailing_steps.mailing_id = ${sql.ref(`${recipient}.mailing_id`)} and mailing_steps.channel <> 'email')))`;
