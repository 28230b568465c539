import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import { hasOpenedAddress } from '#modules/profiles/public/addresses.ts';

/**
 * SQL: the address comes from contacts that the actor has not opened, and the actor has not written
 * to it. Such addresses are masked and get no messages.
 */
export const isClosedTo = (actor: Actor, recipient: 'mailing_recipients' | 'recipient' | 'one' | 'twin') => sql<boolean>`(
  ${sql.ref(`${recipient}.email_needs_opening`)} and not ${hasOpenedAddress(actor, recipient)}
  and not exists (select from messages as written where written.recipient_id = ${sql.ref(`${recipient}.id`)}
    and written.created_by = ${actor.userId} and written.channel = 'email' and written.state = 'sent'))`;
