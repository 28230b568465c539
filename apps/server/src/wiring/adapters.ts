import { credentialsOf } from '#platform/oauth/client.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createGmailProvider } from '#integrations/gmail/provider.ts';
import { createOutlookProvider } from '#integrations/microsoft365/provider.ts';
import { sendTimes } from '#integrations/smtp-imap/options.ts';
import { createSmtpImapProvider } from '#integrations/smtp-imap/provider.ts';
import type { AnyMailboxSettings, ConsentProviders, MailboxProvider, MailboxSettings } from '#modules/messaging/channels/mailbox-port.ts';
import type { Leases } from '#modules/messaging/delivery/public.ts';
import type { Clock } from '#platform/clock.ts';
import { createSecretBox, readSecretKeys, type SecretBox } from '#platform/crypto/secrets.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { localFiles } from '#platform/files/local.ts';
import { s3Files } from '#platform/files/s3.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import { type Antivirus, openAntivirus } from '#platform/antivirus/antivirus.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';

export function openFileStore(env: Env): FileStore {
  if (!env.HEADWATER_S3_BUCKET) return localFiles(join(env.dataDir, 'files'));
  return s3Files({
    bucket: env.HEADWATER_S3_BUCKET,
    region: env.HEADWATER_S3_REGION,
    endpoint: env.HEADWATER_S3_ENDPOINT,
    accessKey: env.HEADWATER_S3_ACCESS_KEY,
    secretKey: env.HEADWATER_S3_SECRET_KEY,
  });
}

export const openScanner = (env: Env, log: Log): Antivirus =>
  openAntivirus({
    address: env.HEADWATER_CLAMD,
    unchecked: env.HEADWATER_CLAMD_UNCHECKED,
    timeoutMs: env.HEADWATER_CLAMD_TIMEOUT * 1000,
    log,
  });

const mailTimeouts = (env: Env) => {
  const answer = env.HEADWATER_MAIL_TIMEOUT * 1000;
  return { connect: Math.min(15_000, answer), greeting: Math.min(15_000, answer), answer };
};

/** Upper bounds for renewing access, and for a mail service to show a sent message. */
const untilSent = 15_000;
const untilShown = 60_000;

/**
 * A lease outlasts every possible transfer, so that each message has one sender, and the time until
 * the provider shows sent messages.
 */
export function mailLeases(env: Pick<Env, 'HEADWATER_MAIL_TIMEOUT' | 'HEADWATER_MAIL_SETTLE'>): Leases {
  const answer = env.HEADWATER_MAIL_TIMEOUT * 1000;
  const { untilText, text } = sendTimes({ answer });
  const settle = { smtp: env.HEADWATER_MAIL_SETTLE * 1000, service: Math.max(answer / 2, untilShown) + untilSent };
  return {
    claim: Math.min(60_000, answer),
    smtp: { handOver: untilSent + untilText + text + settle.smtp, settle: settle.smtp },
    service: { handOver: answer + settle.service, settle: settle.service },
  };
}

export interface SandboxTelegram {
  host: string;
  port: number;
  publicKey: string;
  apiId: number;
  apiHash: string;
}

export interface SandboxPorts {
  smtpPort: number;
  imapPort: number;
  httpPort?: number | undefined;
  telegram?: SandboxTelegram | undefined;
}
type Sandbox = SandboxPorts | undefined;

export const sandboxServers = (demo: SandboxPorts) => () => ({
  smtp: { host: '127.0.0.1', port: demo.smtpPort, security: 'none' as const },
  imap: { host: '127.0.0.1', port: demo.imapPort, security: 'none' as const },
});

/** In demo mode every mailbox uses the sandbox, so that demo mail never leaves this machine. */
function openSmtpImap(env: Env, demo: Sandbox): MailboxProvider {
  const provider = createSmtpImapProvider({ onlyLoopback: demo !== undefined, ...env.mailReach, timeouts: mailTimeouts(env) });
  if (!demo) return provider;
  const { smtp, imap } = sandboxServers(demo)();
  const lead = (settings: MailboxSettings): MailboxSettings => ({
    ...settings,
    smtp: { ...settings.smtp, ...smtp },
    imap: settings.imap && { ...settings.imap, ...imap },
  });
  return { verify: (settings) => provider.verify(lead(settings)), open: (settings) => provider.open(lead(settings)) };
}

export const sandboxClient = { clientId: 'headwater-sandbox', clientSecret: 'sandbox-secret' };

export function openConsentProviders(env: Env, clock: Clock, demo: Sandbox): ConsentProviders {
  const timeoutMs = env.HEADWATER_MAIL_TIMEOUT * 1000;
  const pace = demo ? { pollMs: 2000 } : {};
  const sandbox = demo && `http://127.0.0.1:${demo.httpPort ?? 0}`;
  // A server that the operator configured may be in the local network.
  const callerOf = (own: string | undefined) =>
    createCaller({ timeoutMs, ...(demo ? { allows: isLoopbackAddress } : own ? { allows: () => true } : {}) });
  return {
    gmail: createGmailProvider({
      ...pace,
      clock,
      caller: callerOf(env.HEADWATER_GOOGLE_URL),
      credentials: demo ? sandboxClient : credentialsOf(env.HEADWATER_GOOGLE_CLIENT_ID, env.HEADWATER_GOOGLE_CLIENT_SECRET),
      baseUrl: sandbox ? `${sandbox}/google` : env.HEADWATER_GOOGLE_URL,
    }),
    outlook: createOutlookProvider({
      ...pace,
      clock,
      caller: callerOf(env.HEADWATER_MICROSOFT_URL),
      credentials: demo ? sandboxClient : credentialsOf(env.HEADWATER_MICROSOFT_CLIENT_ID, env.HEADWATER_MICROSOFT_CLIENT_SECRET),
      tenant: demo ? 'common' : env.HEADWATER_MICROSOFT_TENANT,
      baseUrl: sandbox ? `${sandbox}/microsoft` : env.HEADWATER_MICROSOFT_URL,
    }),
  };
}

export function openMailProvider(env: Env, consents: ConsentProviders, demo: Sandbox): MailboxProvider<AnyMailboxSettings> {
  const servers = openSmtpImap(env, demo);
  return {
    verify: (settings) => ('tokens' in settings ? consents[settings.provider].verify(settings) : servers.verify(settings)),
    open: (settings) => ('tokens' in settings ? consents[settings.provider].open(settings) : servers.open(settings)),
  };
}

export const secretKeyFile = (env: Env): string => join(env.dataDir, 'secret.key');

/** Keys as backups hold them. */
export const readSecretKeyText = (env: Env): string => env.HEADWATER_SECRET_KEY ?? readFileSync(secretKeyFile(env), 'utf8');

/** Table and columns that name files of the store. */
export const storedFiles = { table: 'files', column: 'store_key', size: 'size' };

export const openSecretBox = (env: Env): SecretBox => createSecretBox(readSecretKeys(env.HEADWATER_SECRET_KEY, secretKeyFile(env)));
