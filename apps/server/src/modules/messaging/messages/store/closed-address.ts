import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import { hasOpenedAddress } from '#modules/profiles/public.ts';

/**
 * Whether the address of a recipient is closed to this person: it was read from contacts that they have not opened, and they have not written to it.
 * They are shown its mask, find nothing by it, and no mailing of theirs writes to it.
 * @param recipient the name that `mailing_recipients` has in the query
 */
export const isClosedTo = (actor: Actor, recipient: 'mailing_recipients' | 'recipient' | 'one' | 'twin') => sql<boolean>`(
  ${sql.ref(`${recipient}.email_needs_opening`)} and not ${hasOpenedAddress(actor, recipient)}
  and not exists (select from messages as written where written.recipient_id = ${sql.ref(`${recipient}.id`)}
    and written.created_by = ${actor.userId} and written.channel = 'email' and written.state = 'sent'))`;
