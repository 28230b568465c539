import { join } from 'node:path';
import type { Env } from './env.ts';
import { createSmtpImapProvider } from '#integrations/smtp-imap/provider.ts';
import type { MailboxProvider, MailboxSettings } from '#modules/outreach/mailbox-port.ts';
import { createSecretBox, readSecretKeys, type SecretBox } from '#platform/crypto/secrets.ts';
import { localFiles } from '#platform/files/local.ts';
import { s3Files } from '#platform/files/s3.ts';
import type { FileStore } from '#platform/files/store.ts';

/** Files go to the bucket of the settings, else to the data folder. */
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

const mailTimeouts = (env: Env) => {
  const answer = env.HEADWATER_MAIL_TIMEOUT * 1000;
  return { connect: Math.min(15_000, answer), greeting: Math.min(15_000, answer), answer };
};

/** Longer than the transport's longest silence, so that a lease never ends under a living worker. */
export const mailLeases = (env: Env) => ({
  claim: Math.min(60, env.HEADWATER_MAIL_TIMEOUT) * 1000,
  handOver: env.HEADWATER_MAIL_TIMEOUT * 1500,
});

type Sandbox = { smtpPort: number; imapPort: number } | undefined;

/** The sandbox's servers, whatever the address. */
export const sandboxServers = (demo: NonNullable<Sandbox>) => () => ({
  smtp: { host: '127.0.0.1', port: demo.smtpPort, security: 'none' as const },
  imap: { host: '127.0.0.1', port: demo.imapPort, security: 'none' as const },
});

/** Real mail servers; in demo mode every mailbox is led to the sandbox, so that demo mail never leaves this machine. */
export function openMailProvider(env: Env, demo: Sandbox): MailboxProvider {
  const provider = createSmtpImapProvider({ onlyLoopback: demo !== undefined, timeouts: mailTimeouts(env) });
  if (!demo) return provider;
  const { smtp, imap } = sandboxServers(demo)();
  const lead = (settings: MailboxSettings): MailboxSettings => ({
    ...settings,
    smtp: { ...settings.smtp, ...smtp },
    imap: settings.imap && { ...settings.imap, ...imap },
  });
  return { verify: (settings) => provider.verify(lead(settings)), open: (settings) => provider.open(lead(settings)) };
}

/** The keys of the settings, else the one kept in the data folder. */
export const openSecretBox = (env: Env): SecretBox =>
  createSecretBox(readSecretKeys(env.HEADWATER_SECRET_KEY, join(env.dataDir, 'secret.key')));
