import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { MailAddress } from '@headwater/domain/mail/message';
import type { Composition } from '#platform/mail/compose.ts';
import type { RawMail } from '#platform/mail/reading/read-mail.ts';
import type { OAuthTokens } from '#platform/oauth/client.ts';

export type MailSecurity = 'tls' | 'starttls' | 'none';

export type MailServer = { host: string; port: number; security: MailSecurity; user: string; password: string };

export type MailboxSettings = { smtp: MailServer; imap: MailServer | null; from: MailAddress };

/** `keep` stores renewed tokens for other processes. */
export type GrantedSettings = {
  provider: GrantedProvider;
  from: MailAddress;
  tokens: OAuthTokens;
  keep(tokens: OAuthTokens): Promise<void>;
};

export type AnyMailboxSettings = MailboxSettings | GrantedSettings;

export type MailboxFailureReason =
  | 'wrong_password'
  | 'host_unknown'
  | 'refused'
  | 'tls'
  /** Sign-in requires a secure connection, but none is configured. */
  | 'needs_tls'
  | 'no_starttls'
  /** The port expects TLS from the first byte, or does not. */
  | 'tls_port'
  | 'plain_port'
  | 'certificate_untrusted'
  | 'certificate_name'
  | 'certificate_expired'
  | 'sender_refused'
  | 'timeout'
  | 'imap_missing'
  /** Link-local, private unless allowed by the operator, or not loopback in demo mode. */
  | 'address_forbidden'
  /** Neither a mail port nor allowed by the operator. */
  | 'port_forbidden'
  /** The owner has to consent again. */
  | 'access_revoked'
  | 'rights_missing'
  | 'mailbox_full'
  | 'limit'
  | 'protocol';

/** `detail`: the server’s sentence or a message key (`detailText`), without the password. */
export type MailboxFailure = { server: 'smtp' | 'imap' | 'provider'; reason: MailboxFailureReason; detail: string };

export type VerifyOutcome = { ok: true; sentFolder: string | null } | { ok: false; failures: MailboxFailure[] };

/** `messageId` (`<local@domain>`) is equal for each attempt. */
export type OutgoingMail = Composition;

/**
 * - `accepted`: `raw` is the sent message, for `appendToSent`.
 * - `refused`: `temporary` may be retried with the same Message-ID after `retryAfter` seconds.
 * - `not_begun`: nothing was sent; retry after `retryAfter` seconds or immediately.
 * - `unknown`: the connection was lost after the final dot; call `findSent` first.
 */
export type SendOutcome =
  | { outcome: 'accepted'; response: string; raw: Uint8Array }
  | {
      outcome: 'refused';
      permanence: 'permanent' | 'temporary';
      reason: SendRefusal;
      code: number | null;
      response: string;
      retryAfter?: number;
      limit?: number;
    }
  | { outcome: 'not_begun'; retryAfter?: number; detail?: string }
  | { outcome: 'unknown'; detail: string };

/** `recipient_temporary`: full, disabled or busy. `sender`: sender, account or relay. */
export type SendRefusal =
  | MailboxFailureReason
  | 'recipient'
  | 'recipient_temporary'
  | 'sender'
  | 'too_large'
  | 'content'
  | 'bad_message'
  | 'server';

/** `no` is proof only for servers that file sent mail themselves, after the time that they need. */
export type FindSentOutcome =
  | { found: 'yes'; folder: string }
  | { found: 'no'; folder: string }
  | { found: 'cannot_tell'; failure: MailboxFailure };

export type AppendOutcome = { result: 'appended' | 'already_there' | 'no_sent_folder' } | { result: 'failed'; failure: MailboxFailure };

/** Position of reading as JSON, opaque to the caller. */
export type MailboxCursor = Readonly<Record<string, unknown>>;

/** Untrusted. `truncated`: only the first 2 MB. `references`: Message-IDs known to the service. */
export type IncomingMessage = RawMail & { id: string; folder: string; truncated: boolean; references?: readonly string[] };

export type SkippedMessage = { id: string; folder?: string; detail: string };

/** `more`: call again. Messages may repeat after a renumbering: de-duplicate by Message-ID. */
export type ReadOutcome =
  | { ok: true; messages: IncomingMessage[]; skipped?: SkippedMessage[]; cursor: MailboxCursor; more: boolean }
  | { ok: false; failure: MailboxFailure };

/** `since` applies without a cursor. With neither, only new messages are read. */
export type ReadFrom = { cursor: MailboxCursor | null; since?: Date; limit?: number };

/** `failed` needs an action of a person; other errors are retried. */
export type WatchEnd = { ended: 'aborted' } | { ended: 'failed'; failure: MailboxFailure };

/** Methods return typed failures and never reject for errors of servers or networks. */
export type Mailbox = {
  /** Total time is bounded, waits for a connection included; leases rely on it. */
  send(message: OutgoingMail): Promise<SendOutcome>;
  /** Some services change the Message-ID, so that `to` is needed. */
  findSent(messageId: string, to: string): Promise<FindSentOutcome>;
  appendToSent(messageId: string, raw: Uint8Array): Promise<AppendOutcome>;
  readNew(from: ReadFrom): Promise<ReadOutcome>;
  /** Calls `onNew` on each connect and arrival; reconnects with backoff until the abort. */
  watch(onNew: () => void, signal: AbortSignal): Promise<WatchEnd>;
  close(): Promise<void>;
};

/** `open` connects lazily and never rejects. */
export type MailboxProvider<Settings = MailboxSettings> = {
  verify(settings: Settings): Promise<VerifyOutcome>;
  open(settings: Settings): Mailbox;
};

export type Consent = { redirectUri: string; verifier: string };

export type AcceptOutcome = { ok: true; from: MailAddress; tokens: OAuthTokens } | { ok: false; failure: MailboxFailure };

/** MSET-012. The own address comes first. */
export type AliasesOutcome = { ok: true; aliases: MailAddress[] } | { ok: false; failure: MailboxFailure };

export type ConsentProvider = MailboxProvider<GrantedSettings> & {
  host: string;
  isConfigured: boolean;
  consentUrl(consent: Consent & { state: string }): string;
  /** Exchanges the code. Returns `rights_missing` if not all rights are granted. */
  accept(consent: Consent & { code: string }): Promise<AcceptOutcome>;
  aliases(settings: GrantedSettings): Promise<AliasesOutcome>;
  forget(tokens: OAuthTokens): Promise<void>;
};

export type ConsentProviders = Readonly<Record<GrantedProvider, ConsentProvider>>;
