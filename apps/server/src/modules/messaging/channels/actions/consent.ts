import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { findUser } from '#modules/accounts/public.ts';
import { FieldErrors } from '#platform/errors.ts';
import { openConsent, sealConsent } from '#platform/oauth/consent-state.ts';
import type { ConsentProviders, MailboxFailure } from '../mailbox-port.ts';
import { sealSecrets } from '../connections.ts';
import { findMailboxOf, type MailboxRow } from '../store/mailboxes.ts';
import { revokeAccess } from './revoke-access.ts';
import { saveMailbox, type MailboxFollowers } from './keep-mailbox.ts';

export interface ConsentServices extends MailboxFollowers {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  consents: ConsentProviders;
}

const refused = (key: 'one_mail_service' | 'mail_not_configured' | 'consent_stale') => new FieldErrors({ non_field_errors: key });

interface ConsentInput {
  provider: GrantedProvider;
  /** Public URL without a trailing slash. */
  origin: string;
}

/** Returns the URL of the consent page. Checks MSET-007 first. */
export async function requestConsent(services: ConsentServices, actor: Actor, { provider, origin }: ConsentInput): Promise<string> {
  const { database, clock, secrets, consents } = services;
  if (!consents[provider].isConfigured) throw refused('mail_not_configured');
  const known = await database.inCompany(actor.company.id, (tx) => findMailboxOf(tx, actor.userId));
  if (known && known.state !== 'broken' && known.provider !== provider) throw refused('one_mail_service');
  return consents[provider].consentUrl(sealConsent({ clock, secrets }, { userId: actor.userId, service: provider, origin }));
}

interface ConsentAnswer {
  provider: GrantedProvider;
  code: string;
  state: string;
}

/** MSET-008: connects the mailbox if all rights are granted. */
export async function acceptConsent(services: ConsentServices, actor: Actor, answer: ConsentAnswer): Promise<MailboxRow> {
  const { database, clock, secrets, consents, announceMany, planAgain } = services;
  const { provider } = answer;
  const consent = openConsent(services, { userId: actor.userId, service: provider, state: answer.state });
  if (!consent) throw refused('consent_stale');
  const accepted = await consents[provider].accept({ ...consent, code: answer.code });
  if (!accepted.ok) throw new FieldErrors({ non_field_errors: keyOf(accepted.failure) });
  const { from, tokens } = accepted;
  const { known, user } = await database.inCompany(actor.company.id, async (tx) => ({
    known: await findMailboxOf(tx, actor.userId),
    user: await findUser(tx, actor.userId),
  }));
  const connected = {
    provider,
    address: from.address,
    fromName: known?.from_name || from.name || (user ? `${user.first_name} ${user.last_name}`.trim() : ''),
    settings: { host: consents[provider].host },
    secret: sealSecrets(secrets, actor.userId, { tokens }),
  };
  const row = await database.inCompany(actor.company.id, (tx) =>
    saveMailbox(tx, actor, { connected, now: clock.now(), announceMany, planAgain }),
  );
  if (row) return row;
  await revokeAccess(services, { provider, address: from.address, tokens });
  throw refused('one_mail_service');
}

/** MSET-010, MSET-011. */
const keyOf = ({ reason }: MailboxFailure) => (reason === 'rights_missing' ? 'mail_rights' : 'connect_failed');
