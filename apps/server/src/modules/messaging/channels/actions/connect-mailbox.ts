import type { Actor } from '@headwater/domain/roles';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { MessageKey } from '@headwater/contract/errors';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/rate-limit.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { AnyMailboxSettings, MailboxFailure, MailboxProvider, MailServer } from '../mailbox-port.ts';
import { sealSecrets } from '../connections.ts';
import { findMailboxOf, type MailboxRow } from '../store/mailboxes.ts';
import { saveMailbox, type MailboxFollowers, mayReplace } from './keep-mailbox.ts';

export interface ConnectServices extends MailboxFollowers {
  database: Database;
  clock: Clock;
  provider: MailboxProvider<AnyMailboxSettings>;
  secrets: SecretBox;
  connectTries: RateLimit;
}

/** Prevents port scans of a network. */
const triesAMinute = { ofUser: 6, ofCompany: 30 };

export interface ConnectInput {
  address: string;
  from_name: string;
  smtp: MailServer;
  imap: MailServer;
}

const fieldOf: Record<MailboxFailure['reason'], 'host' | 'port' | 'security' | 'password' | 'address'> = {
  wrong_password: 'password',
  host_unknown: 'host',
  address_forbidden: 'host',
  port_forbidden: 'port',
  refused: 'port',
  timeout: 'port',
  tls: 'security',
  needs_tls: 'security',
  no_starttls: 'security',
  tls_port: 'security',
  plain_port: 'security',
  certificate_untrusted: 'security',
  certificate_name: 'host',
  certificate_expired: 'security',
  sender_refused: 'address',
  protocol: 'port',
  imap_missing: 'host',
  access_revoked: 'password',
  rights_missing: 'password',
  mailbox_full: 'host',
  limit: 'host',
};

const textOf = (reason: MailboxFailure['reason']): MessageKey => (reason === 'imap_missing' ? 'mail_rights' : `mail_${reason}`);

const placeOf = ({ server, reason }: MailboxFailure) => (reason === 'sender_refused' ? 'address' : `${server}.${fieldOf[reason]}`);

const fieldErrors = (failures: readonly MailboxFailure[]) =>
  new FieldErrors({
    non_field_errors: 'connect_failed',
    ...Object.fromEntries(
      failures.map((failure) => [placeOf(failure), { key: textOf(failure.reason), parts: { detail: failure.detail } }]),
    ),
  });

const withoutPassword = ({ password: _password, ...server }: MailServer) => server;

/** MSET-008: keeps the mailbox only if sending and reading work. */
export async function connectMailbox(
  { database, clock, provider, secrets, announceMany, planAgain, connectTries }: ConnectServices,
  actor: Actor,
  input: ConnectInput,
): Promise<MailboxRow> {
  const address = normaliseAddress(input.address);
  if (!address) throw new FieldErrors({ address: 'field_email' });
  const known = await database.inCompany(actor.company.id, (tx) => findMailboxOf(tx, actor.userId));
  if (known && !mayReplace(known, { provider: 'smtp_imap', address })) throw new FieldErrors({ non_field_errors: 'one_mail_service' });
  const forget = connectTries.take({
    [`user ${actor.userId}`]: triesAMinute.ofUser,
    [`company ${actor.company.id}`]: triesAMinute.ofCompany,
  });
  const outcome = await provider.verify({ smtp: input.smtp, imap: input.imap, from: { name: input.from_name, address } });
  if (!outcome.ok) throw fieldErrors(outcome.failures);
  forget();
  const connected = {
    provider: 'smtp_imap' as const,
    address,
    fromName: input.from_name,
    settings: { smtp: withoutPassword(input.smtp), imap: withoutPassword(input.imap) },
    secret: sealSecrets(secrets, actor.userId, { smtp: input.smtp.password, imap: input.imap.password }),
  };
  const row = await database.inCompany(actor.company.id, (tx) =>
    saveMailbox(tx, actor, { connected, now: clock.now(), announceMany, planAgain }),
  );
  if (!row) throw new FieldErrors({ non_field_errors: 'one_mail_service' });
  return row;
}

const wellKnown: Record<string, { smtp: string; imap: string }> = {
  'gmail.com': { smtp: 'smtp.gmail.com', imap: 'imap.gmail.com' },
  'yandex.ru': { smtp: 'smtp.yandex.ru', imap: 'imap.yandex.ru' },
  'mail.ru': { smtp: 'smtp.mail.ru', imap: 'imap.mail.ru' },
  'outlook.com': { smtp: 'smtp-mail.outlook.com', imap: 'outlook.office365.com' },
  'icloud.com': { smtp: 'smtp.mail.me.com', imap: 'imap.mail.me.com' },
  'fastmail.com': { smtp: 'smtp.fastmail.com', imap: 'imap.fastmail.com' },
};

export function usualServers(address: string) {
  const domain = address.split('@')[1]?.trim().toLowerCase() ?? '';
  const hosts = wellKnown[domain] ?? { smtp: `smtp.${domain}`, imap: `imap.${domain}` };
  return {
    smtp: { host: hosts.smtp, port: 465, security: 'tls' as const },
    imap: { host: hosts.imap, port: 993, security: 'tls' as const },
  };
}
