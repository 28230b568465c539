import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { MailAddress } from '@headwater/domain/mail/message';
import type { Composition } from '#platform/mail/compose.ts';
import type { RawMail } from '#platform/mail/reading/read-mail.ts';
import type { OAuthTokens } from '#platform/oauth/client.ts';

export type MailSecurity = 'tls' | 'starttls' | 'none';

export type MailServer = { host: string; port: number; security: MailSecurity; user: string; password: string };

/** `imap` is null when the user gave none: `verify` then answers `imap_missing`. */
export type MailboxSettings = { smtp: MailServer; imap: MailServer | null; from: MailAddress };

/** A mailbox that its owner has granted access to. `keep` stores renewed tokens, so that another process need not renew them again. */
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
  /** Signing in is allowed over a secure line alone, and none was asked for. */
  | 'needs_tls'
  /** The server does not offer STARTTLS. */
  | 'no_starttls'
  /** The port speaks TLS from the first byte, or does not. */
  | 'tls_port'
  | 'plain_port'
  /** What is wrong with the certificate: its authority, its names, its dates. */
  | 'certificate_untrusted'
  | 'certificate_name'
  | 'certificate_expired'
  /** The server does not let this account send from its address. */
  | 'sender_refused'
  | 'timeout'
  | 'imap_missing'
  /** The address is one that this installation does not connect to: link-local, private unless the operator allows it, or anything but loopback in demo mode. */
  | 'address_forbidden'
  /** The port is not one of mail, nor one that the operator allows. */
  | 'port_forbidden'
  /** The access was taken back, or ended by itself; its owner has to consent again. */
  | 'access_revoked'
  /** Access is there, but not all of it. */
  | 'rights_missing'
  /** The sender's own mailbox has no room left. */
  | 'mailbox_full'
  /** Too much for now. */
  | 'limit'
  /** The server answered, but not as a mail server should, or dropped the line. */
  | 'protocol';

/** `detail` is the server's own sentence for a person to read, or the key of a message of ours (`detailText`); it never holds the password. */
export type MailboxFailure = { server: 'smtp' | 'imap' | 'provider'; reason: MailboxFailureReason; detail: string };

export type VerifyOutcome = { ok: true; sentFolder: string | null } | { ok: false; failures: MailboxFailure[] };

/**
 * One message to one person. `messageId` is fixed by the caller (`<local@domain>`) and is the same on each attempt.
 * `headers` carries extras such as List-Unsubscribe; names that the transport itself writes are refused.
 */
export type OutgoingMail = Composition;

/**
 * - `accepted`: the server took responsibility. `raw` is what was sent, for `appendToSent`.
 * - `refused`: the server certainly has not taken it. `temporary` may be tried again with the same Message-ID, after `retryAfter` seconds
 *   where the server says so.
 * - `not_begun`: nothing was said of it: no line was free in the time that a message has, or it was kept back here, as the server wants to be left
 *   alone; it may be handed over again after `retryAfter` seconds, or at once.
 * - `unknown`: the line was lost after the final dot; ask `findSent` before anything else.
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

/**
 * What a refusal speaks of. `recipient`: the address itself. `recipient_temporary`: its mailbox is full, disabled or busy. `sender`: the sender, the
 * account or the relay, and nobody's address. `too_large`: for the server, which takes `limit` bytes where it said so.
 */
export type SendRefusal =
  | MailboxFailureReason
  | 'recipient'
  | 'recipient_temporary'
  | 'sender'
  | 'too_large'
  | 'content'
  | 'bad_message'
  | 'server';

/**
 * `no` is proof that nothing was sent only for a server that files sent mail by itself (Gmail, Yandex, Microsoft do), and only once the time
 * is over that it may take to do so.
 * `appendToSent` answering `already_there` tells that a server is of that kind.
 */
export type FindSentOutcome =
  | { found: 'yes'; folder: string }
  | { found: 'no'; folder: string }
  | { found: 'cannot_tell'; failure: MailboxFailure };

export type AppendOutcome = { result: 'appended' | 'already_there' | 'no_sent_folder' } | { result: 'failed'; failure: MailboxFailure };

/** Plain JSON, kept by the caller between reads: where reading stopped. What stands in it is the transport's own affair. */
export type MailboxCursor = Readonly<Record<string, unknown>>;

/**
 * A message as it came, unread: whoever wrote it is not to be trusted. `id` is the service's own within the folder, `truncated` tells that only its
 * first 2 MB are here, `references` are Message-IDs that the service knows it to answer. `receivedAt` is null where the service does not say.
 */
export type IncomingMessage = RawMail & { id: string; folder: string; truncated: boolean; references?: readonly string[] };

/** A message that cannot be read, whatever is tried: the ones behind it are not kept waiting. `id` is the service's own, within the folder where it has some. */
export type SkippedMessage = { id: string; folder?: string; detail: string };

/** `more`: the batch was full, call again at once. After a renumbering the same message may come twice: de-duplicate by Message-ID. */
export type ReadOutcome =
  | { ok: true; messages: IncomingMessage[]; skipped?: SkippedMessage[]; cursor: MailboxCursor; more: boolean }
  | { ok: false; failure: MailboxFailure };

/** Reading begins at `since` where there is no cursor; with neither, only what arrives from now on is read. */
export type ReadFrom = { cursor: MailboxCursor | null; since?: Date; limit?: number };

/** `failed`: only for what a person must mend (wrong password, forbidden address, no IMAP); everything else is tried again. */
export type WatchEnd = { ended: 'aborted' } | { ended: 'failed'; failure: MailboxFailure };

/** A connected mailbox. No method rejects for what a server or a network does: it answers the typed failure. */
export type Mailbox = {
  /** Answers within a time that is bounded as a whole, waits for a free line included: leases count on it. */
  send(message: OutgoingMail): Promise<SendOutcome>;
  /** `to`: whom it was for, as some services give what they send another Message-ID. */
  findSent(messageId: string, to: string): Promise<FindSentOutcome>;
  /** Files a sent message unless the server did so itself. */
  appendToSent(messageId: string, raw: Uint8Array): Promise<AppendOutcome>;
  /** Inbox and junk folder, oldest first. */
  readNew(from: ReadFrom): Promise<ReadOutcome>;
  /** Calls `onNew` once on each connect and on each arrival; reconnects with backoff until `signal` aborts. */
  watch(onNew: () => void, signal: AbortSignal): Promise<WatchEnd>;
  close(): Promise<void>;
};

/** What an integration that carries mail provides. `open` connects lazily and never rejects. */
export type MailboxProvider<Settings = MailboxSettings> = {
  verify(settings: Settings): Promise<VerifyOutcome>;
  open(settings: Settings): Mailbox;
};

/** One consent: the same address and verifier are shown again when it is accepted (PKCE). */
export type Consent = { redirectUri: string; verifier: string };

export type AcceptOutcome = { ok: true; from: MailAddress; tokens: OAuthTokens } | { ok: false; failure: MailboxFailure };

/** Addresses that a mailbox may send from (MSET-012), the own one first. */
export type AliasesOutcome = { ok: true; aliases: MailAddress[] } | { ok: false; failure: MailboxFailure };

/** A mail service whose mailboxes are connected by their owners' consent. */
export type ConsentProvider = MailboxProvider<GrantedSettings> & {
  /** Host that takes its mail. */
  host: string;
  /** False: the operator has set no credentials. */
  isConfigured: boolean;
  consentUrl(consent: Consent & { state: string }): string;
  /** Turns the code that the consent page gave into access; `rights_missing` where not all was granted. */
  accept(consent: Consent & { code: string }): Promise<AcceptOutcome>;
  aliases(settings: GrantedSettings): Promise<AliasesOutcome>;
  /** Gives the access back, as far as the service lets us. */
  forget(tokens: OAuthTokens): Promise<void>;
};

export type ConsentProviders = Readonly<Record<GrantedProvider, ConsentProvider>>;
