import { createECDH, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type SocialBackend, socialBackends } from '@headwater/domain/companies/social-sign-in';
import { integrations } from './integrations/registry.ts';
import type { RegisteredIntegration } from '#modules/connections/integration-port.ts';
import type { Brandings } from '#platform/http/branding.ts';
import { parseScannerAddress } from '#platform/antivirus/address.ts';
import { parseNetwork, parsePortRange } from '#platform/mail/mail-server-address.ts';
import { StartupError } from '#platform/errors.ts';
import { isLoopbackHost } from '#platform/loopback.ts';

const onOff = z.enum(['on', 'off', '1', '0', 'true', 'false']).transform((word) => word === 'on' || word === '1' || word === 'true');

/** Zero and numbers above the order of P-256 are not valid keys. */
function isPushKey(text: string): boolean {
  const key = Buffer.from(text, 'base64url');
  try {
    createECDH('prime256v1').setPrivateKey(key);
    return key.length === 32;
  } catch {
    return false;
  }
}

export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export const releaseVersion = (): string =>
  (JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version;

const words = z.string().transform((text) =>
  text.trim() === 'none'
    ? []
    : text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
);

const parsedWords = <Value>(parse: (word: string) => Value | undefined, what: string) =>
  words.transform((list, context) =>
    list.flatMap((word) => {
      const value = parsed(parse, word);
      if (value === undefined) context.addIssue({ code: 'custom', message: `${word} is not ${what}` });
      return value === undefined ? [] : [value];
    }),
  );

function parsed<Value>(parse: (word: string) => Value | undefined, word: string): Value | undefined {
  try {
    return parse(word);
  } catch {
    return undefined;
  }
}

const schema = z.object({
  HEADWATER_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Address to listen on. Demo mode refuses anything but loopback. */
  HEADWATER_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port of the health page of a worker without the API. The page listens on loopback. */
  HEADWATER_WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** Seconds after a signal until the supervisor kills. Requests are answered until shortly before. */
  HEADWATER_STOP_SECONDS: z.coerce.number().int().min(10).max(600).default(10),
  /** Megabytes of free disk space below which /readyz reports a full disk. 0: never. */
  HEADWATER_MIN_DISK: z.coerce.number().int().min(0).max(1_000_000_000).default(100),
  /** Per visitor address; a session gets five times as many, sign-in a quarter. */
  HEADWATER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(1_000_000).default(1200),
  HEADWATER_DATA_DIR: z.string().min(1).optional(),
  /** Demo company, profiles and mail sandbox. Unset: on if the database is embedded and empty. */
  HEADWATER_DEMO: onOff.optional(),
  /** Whether a new demo gets a history: mailings, sequences, replies, comments. */
  HEADWATER_DEMO_HISTORY: onOff.default(true),
  HEADWATER_DEMO_PROFILES: z.coerce.number().int().min(0).max(5_000_000).default(20_000),
  DATABASE_URL: z.string().min(1).optional(),
  HEADWATER_URL: z.url().optional(),
  /** Keys for secrets at rest, 32 bytes in base64 each, comma-separated; the first encrypts. */
  HEADWATER_SECRET_KEY: z.string().optional(),
  /** smtp://user:password@host:port for system e-mail. Unset: the demo's sandbox, or the log. */
  HEADWATER_SMTP_URL: z.string().optional(),
  HEADWATER_MAIL_FROM: z.string().default('Headwater <no-reply@localhost>'),
  /** Recipient of e-mails about reported profiles. Unset: staff see reports in the list only. */
  HEADWATER_REPORTS_TO: z.email().optional(),
  HEADWATER_MAIL_TIMEOUT: z.coerce.number().int().min(1).max(600).default(120),
  /** Seconds until the Sent folder proves that a message was not sent (RFC 5321 4.5.3.2.6). */
  HEADWATER_MAIL_SETTLE: z.coerce.number().int().min(1).max(3600).default(600),
  /** Private networks that may contain mail servers, comma-separated: 10.0.0.0/8, 192.168.1.5. */
  HEADWATER_MAIL_NETWORKS: parsedWords(parseNetwork, 'a network such as 10.0.0.0/8').default([]),
  /** Additional ports of mail servers, comma-separated: 2526, 1025-1030. */
  HEADWATER_MAIL_PORTS: parsedWords(parsePortRange, 'a port or a range of ports').default([]),
  /** Private networks that may contain identity providers; TLS is optional there. */
  HEADWATER_SSO_NETWORKS: parsedWords(parseNetwork, 'a network such as 10.0.0.0/8').default([]),
  HEADWATER_S3_BUCKET: z.string().optional(),
  HEADWATER_S3_ENDPOINT: z.string().optional(),
  HEADWATER_S3_REGION: z.string().default('us-east-1'),
  HEADWATER_S3_ACCESS_KEY: z.string().optional(),
  HEADWATER_S3_SECRET_KEY: z.string().optional(),
  /** Nodes of an OpenSearch cluster, comma-separated. Unset: the embedded engine searches. */
  HEADWATER_OPENSEARCH_URL: words.pipe(z.array(z.url({ protocol: /^https?$/ }))).default([]),
  HEADWATER_OPENSEARCH_USER: z.string().min(1).optional(),
  HEADWATER_OPENSEARCH_PASSWORD: z.string().min(1).optional(),
  /** File with the PEM of the authority that signed the certificates of the nodes. */
  HEADWATER_OPENSEARCH_CA: z.string().min(1).optional(),
  /** `off`: the index is written, but the embedded engine searches. */
  HEADWATER_OPENSEARCH_SEARCH: onOff.default(true),
  /** Beginning of the names of indexes and aliases. */
  HEADWATER_OPENSEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,59}$/)
    .default('headwater'),
  HEADWATER_OPENSEARCH_SHARDS: z.coerce.number().int().min(1).max(64).default(1),
  /** Copies of each shard. Unset: one if the cluster has a second node. */
  HEADWATER_OPENSEARCH_REPLICAS: z.coerce.number().int().min(0).max(10).optional(),
  /** Least milliseconds between two refreshes, which changes wait for. */
  HEADWATER_OPENSEARCH_REFRESH: z.coerce.number().int().min(0).max(10_000).default(200),
  /** clamd for uploads and attachments: host:port, or the path of a socket. Unset: no scan. */
  HEADWATER_CLAMD: z
    .string()
    .transform((text, context) => {
      const address = parseScannerAddress(text.trim());
      if (!address) context.addIssue({ code: 'custom', message: 'give host:port or the path of a socket' });
      return address;
    })
    .optional(),
  HEADWATER_CLAMD_UNCHECKED: z.enum(['refuse', 'accept']).default('refuse'),
  HEADWATER_CLAMD_TIMEOUT: z.coerce.number().int().min(1).max(300).default(30),
  HEADWATER_CONTACT_LOOKUPS: onOff.default(false),
  HEADWATER_PUSH: onOff.default(true),
  /** VAPID private key, 32 bytes in base64url. Unset: generated once and stored encrypted. */
  HEADWATER_PUSH_KEY: z.base64url().refine(isPushKey, 'give a private key of P-256: 32 bytes in base64url').optional(),
  /** Trust X-Forwarded-* of a proxy; also marks cookies Secure. */
  HEADWATER_BEHIND_PROXY: onOff.default(false),
  /**
   * OpenAI-compatible API with its version: https://api.example.com/v1. Unset: the sandbox in demo
   * mode; `none`: off.
   */
  HEADWATER_MODEL_URL: z.union([z.literal('none'), z.url({ protocol: /^https?$/ })]).optional(),
  /** Requires HEADWATER_MODEL_URL, and vice versa. */
  HEADWATER_MODEL_NAME: z.string().min(1).optional(),
  HEADWATER_MODEL_KEY: z.string().optional(),
  /** Seconds. */
  HEADWATER_MODEL_TIMEOUT: z.coerce.number().int().min(1).max(120).default(15),
  /** OAuth credentials for Gmail. Both are required; unset: the product does not offer Gmail. */
  HEADWATER_GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  HEADWATER_GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  HEADWATER_GOOGLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** OAuth credentials for Microsoft 365 and Outlook.com. */
  HEADWATER_MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  HEADWATER_MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  /** Accounts that may connect: a tenant id, `organizations`, `consumers`, or `common`. */
  HEADWATER_MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('common'),
  HEADWATER_MICROSOFT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Credentials from my.telegram.org. Both are required; unset: Telegram is off. */
  HEADWATER_TELEGRAM_API_ID: z.coerce.number().int().positive().optional(),
  HEADWATER_TELEGRAM_API_HASH: z.string().min(1).optional(),
  /** Another MTProto server as host:port, and its public key (PEM; `\\n` for line ends). */
  HEADWATER_TELEGRAM_DC: z
    .string()
    .regex(/^[^\s:]+:\d{1,5}$/)
    .optional(),
  HEADWATER_TELEGRAM_PUBLIC_KEY: z.string().min(1).optional(),
  HEADWATER_TELEGRAM_FILES: z.coerce.number().int().min(1).max(10_000_000).default(5120),
  /** Maximum seconds between two new dialogs of a SIM card. Unset: 20 to 60. */
  HEADWATER_TELEGRAM_GAP: z.coerce.number().int().min(0).max(3600).optional(),
  /** Sign-in services, comma-separated: google, microsoft. Each needs its credentials. */
  HEADWATER_SIGN_IN_WITH: words.pipe(z.array(z.enum(socialBackends))).default([]),
  /** Name of the product. `_RU` applies to HEADWATER_HOSTS_RU; `*.ru` matches all subdomains. */
  HEADWATER_NAME: z.string().min(1).max(40).default('Headwater'),
  HEADWATER_NAME_RU: z.string().min(1).max(40).default('Исток'),
  HEADWATER_HOSTS_RU: words.default(['*.ru', '*.su', '*.рф']),
  /** Files that replace the logo; the festive one is shown around New Year. */
  HEADWATER_LOGO: z.string().optional(),
  HEADWATER_LOGO_RU: z.string().optional(),
  HEADWATER_LOGO_FESTIVE: z.string().optional(),
  HEADWATER_LOGO_FESTIVE_RU: z.string().optional(),
  /** Apps that users may connect, comma-separated. Unset: all. */
  HEADWATER_APPS: words.optional(),
  HEADWATER_APPS_RU: words.default(['messenger', 'gmail', 'huntflow-import']),
  /** Menu items Extension and Help. Unset: no such item; `_RU` unset: as for the other branding. */
  HEADWATER_EXTENSION_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_EXTENSION_URL_RU: z.url({ protocol: /^https?$/ }).optional(),
  /** Link of the sign-in page. Unset: none. */
  HEADWATER_REQUEST_DEMO_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_REQUEST_DEMO_URL_RU: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_HELP_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_HELP_URL_RU: z.url({ protocol: /^https?$/ }).optional(),
  /** Terms of service for companies under US or Russian terms (I18N-010). */
  HEADWATER_TERMS_URL_US: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_TERMS_URL_RUSSIA: z.url({ protocol: /^https?$/ }).optional(),
  /** Service that receives error reports of the server and of browsers, without personal data. */
  HEADWATER_ERROR_REPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Token with which another service may send usage events. Unset: screens of the product only. */
  HEADWATER_EVENTS_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/)
    .optional(),
  /** Amplitude-compatible service that receives usage events. Unset: they stay in the database. */
  HEADWATER_AMPLITUDE_KEY: z.string().min(1).max(200).optional(),
  HEADWATER_AMPLITUDE_URL: z.url({ protocol: /^https?$/ }).default('https://api2.amplitude.com/2/httpapi'),
  /** Endpoint that receives the properties of users. Unset: none does. */
  HEADWATER_AMPLITUDE_IDENTIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Feedback survey for paying companies: page and account id. Both are required. */
  HEADWATER_SURVEY_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_SURVEY_ACCOUNT: z.string().min(1).max(255).optional(),
  /** Whether visitors may register, each with their own company. Requires system e-mail. */
  HEADWATER_REGISTRATION: onOff.default(true),
  /** reCAPTCHA keys for registration and password recovery. Both are required; unset: no check. */
  HEADWATER_RECAPTCHA_KEY: z.string().min(1).max(200).optional(),
  HEADWATER_RECAPTCHA_SECRET: z.string().min(1).max(200).optional(),
  HEADWATER_RECAPTCHA_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha'),
  /** Folder of the nightly backups. Unset: none are made. */
  HEADWATER_BACKUP_DIR: z.string().min(1).optional(),
  /** Hour of the day in UTC. */
  HEADWATER_BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(2),
  /** Days and weeks of which a backup is kept. */
  HEADWATER_BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  HEADWATER_BACKUP_KEEP_WEEKS: z.coerce.number().int().min(0).max(520).default(4),
  /** Passphrase file of the nightly backups (first line). Unset: backups are not encrypted. */
  HEADWATER_BACKUP_PASSPHRASE_FILE: z.string().min(1).optional(),
  /** Bearer token for /metrics. Unset: loopback only; closed with a public address or a proxy. */
  HEADWATER_METRICS_TOKEN: z.string().min(16).optional(),
  HEADWATER_LOG: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
  /** Preferred ports of the demo sandbox; later starts reuse the stored ones. */
  HEADWATER_SANDBOX_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(3080),
  HEADWATER_SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(3025),
  HEADWATER_SANDBOX_IMAP_PORT: z.coerce.number().int().min(0).max(65_535).default(3143),
  HEADWATER_SANDBOX_TELEGRAM_PORT: z.coerce.number().int().min(0).max(65_535).default(3443),
  HEADWATER_SANDBOX_CLAMD_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  HEADWATER_SANDBOX_MODEL_DELAY: z.coerce.number().int().min(0).max(60_000).default(1200),
});

/** I18N-007: the first branding applies to every host that the second one does not claim. */
const brandingsOf = (values: z.infer<typeof schema>): Brandings => [
  {
    name: values.HEADWATER_NAME,
    hosts: [],
    logo: values.HEADWATER_LOGO,
    festiveLogo: values.HEADWATER_LOGO_FESTIVE,
    links: { extension: values.HEADWATER_EXTENSION_URL ?? null, help: values.HEADWATER_HELP_URL ?? null },
    requestDemo: values.HEADWATER_REQUEST_DEMO_URL ?? null,
    apps: values.HEADWATER_APPS,
  },
  {
    name: values.HEADWATER_NAME_RU,
    hosts: values.HEADWATER_HOSTS_RU,
    logo: values.HEADWATER_LOGO_RU,
    festiveLogo: values.HEADWATER_LOGO_FESTIVE_RU,
    links: {
      extension: values.HEADWATER_EXTENSION_URL_RU ?? values.HEADWATER_EXTENSION_URL ?? null,
      help: values.HEADWATER_HELP_URL_RU ?? values.HEADWATER_HELP_URL ?? null,
    },
    requestDemo: values.HEADWATER_REQUEST_DEMO_URL_RU ?? values.HEADWATER_REQUEST_DEMO_URL ?? null,
    apps: values.HEADWATER_APPS_RU,
  },
];

/** ACC-006. Throws StartupError if a service has no credentials. */
function signInServicesOf(values: z.infer<typeof schema>): { name: SocialBackend; clientId: string; clientSecret: string }[] {
  const credentials = {
    google: [values.HEADWATER_GOOGLE_CLIENT_ID, values.HEADWATER_GOOGLE_CLIENT_SECRET],
    microsoft: [values.HEADWATER_MICROSOFT_CLIENT_ID, values.HEADWATER_MICROSOFT_CLIENT_SECRET],
  } as const;
  return [...new Set(values.HEADWATER_SIGN_IN_WITH)].map((name) => {
    const [clientId, clientSecret] = credentials[name];
    const setting = `HEADWATER_${name.toUpperCase()}_CLIENT`;
    if (!clientId || !clientSecret)
      throw new StartupError(`HEADWATER_SIGN_IN_WITH names ${name}, which needs ${setting}_ID and ${setting}_SECRET.`);
    return { name, clientId, clientSecret };
  });
}

/** Throws StartupError if the Telegram settings are incomplete. */
function telegramOf(values: z.infer<typeof schema>) {
  const { HEADWATER_TELEGRAM_API_ID: apiId, HEADWATER_TELEGRAM_API_HASH: apiHash } = values;
  const { HEADWATER_TELEGRAM_DC: dc, HEADWATER_TELEGRAM_PUBLIC_KEY: key } = values;
  if ((apiId === undefined) !== (apiHash === undefined))
    throw new StartupError('HEADWATER_TELEGRAM_API_ID and HEADWATER_TELEGRAM_API_HASH are needed together.');
  if ((dc === undefined) !== (key === undefined))
    throw new StartupError('HEADWATER_TELEGRAM_DC and HEADWATER_TELEGRAM_PUBLIC_KEY are needed together.');
  if (apiId === undefined || apiHash === undefined) return undefined;
  if (dc === undefined || key === undefined) return { apiId, apiHash };
  const [host = '', port = ''] = dc.split(':');
  const publicKey = key.replaceAll('\\n', '\n');
  try {
    createPublicKey(publicKey);
  } catch {
    throw new StartupError('HEADWATER_TELEGRAM_PUBLIC_KEY is no public key in PEM.');
  }
  return { apiId, apiHash, server: { host, port: Number(port), publicKey } };
}

function openSearchOf(values: z.infer<typeof schema>) {
  const [user, password] = [values.HEADWATER_OPENSEARCH_USER, values.HEADWATER_OPENSEARCH_PASSWORD];
  if ((user === undefined) !== (password === undefined))
    throw new StartupError('HEADWATER_OPENSEARCH_USER and HEADWATER_OPENSEARCH_PASSWORD are needed together.');
  if (values.HEADWATER_OPENSEARCH_URL.length === 0) return undefined;
  return {
    nodes: values.HEADWATER_OPENSEARCH_URL,
    user,
    password,
    ca: readCertificate(values.HEADWATER_OPENSEARCH_CA),
    isSearched: values.HEADWATER_OPENSEARCH_SEARCH,
    name: values.HEADWATER_OPENSEARCH_INDEX,
    settings: { shards: values.HEADWATER_OPENSEARCH_SHARDS, replicas: values.HEADWATER_OPENSEARCH_REPLICAS },
    refreshMs: values.HEADWATER_OPENSEARCH_REFRESH,
  };
}

function backupsOf(values: z.infer<typeof schema>) {
  const { HEADWATER_BACKUP_DIR: folder, HEADWATER_BACKUP_PASSPHRASE_FILE: file } = values;
  if (folder === undefined) return undefined;
  return {
    folder: resolve(folder),
    hour: values.HEADWATER_BACKUP_HOUR,
    keepDays: values.HEADWATER_BACKUP_KEEP_DAYS,
    keepWeeks: values.HEADWATER_BACKUP_KEEP_WEEKS,
    passphraseFile: file === undefined ? undefined : resolve(file),
  };
}

function readCertificate(file: string | undefined): string | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  } catch {
    throw new StartupError(`The file ${file} of HEADWATER_OPENSEARCH_CA cannot be read.`);
  }
}

export type Env = ReturnType<typeof readEnv>;

function readSettings<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    if (!issue) throw error;
    throw new StartupError(`The setting ${issue.path.join('.')} is wrong: ${issue.message}.`);
  }
}

/** Throws StartupError with a message that names the invalid setting. */
export function readEnv(source: Record<string, string | undefined> = process.env, added: readonly RegisteredIntegration[] = []) {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const values = readSettings(() => schema.parse(filled));
  if (values.HEADWATER_DEMO === true && !isLoopbackHost(values.HEADWATER_HOST)) {
    throw new StartupError(
      'Demo mode has well-known passwords, so it only listens on 127.0.0.1: unset HEADWATER_HOST or set HEADWATER_DEMO=off.',
    );
  }
  return {
    ...values,
    dataDir: resolve(values.HEADWATER_DATA_DIR ?? join(projectRoot(), '.headwater')),
    loopback: isLoopbackHost(values.HEADWATER_HOST),
    telegram: telegramOf(values),
    openSearch: openSearchOf(values),
    backups: backupsOf(values),
    mailReach: { networks: values.HEADWATER_MAIL_NETWORKS, ports: values.HEADWATER_MAIL_PORTS },
    survey:
      values.HEADWATER_SURVEY_URL && values.HEADWATER_SURVEY_ACCOUNT
        ? { address: values.HEADWATER_SURVEY_URL, account: values.HEADWATER_SURVEY_ACCOUNT }
        : null,
    captcha:
      values.HEADWATER_RECAPTCHA_KEY && values.HEADWATER_RECAPTCHA_SECRET
        ? {
            key: values.HEADWATER_RECAPTCHA_KEY,
            secret: values.HEADWATER_RECAPTCHA_SECRET,
            url: values.HEADWATER_RECAPTCHA_URL.replace(/\/$/, ''),
          }
        : undefined,
    amplitude: values.HEADWATER_AMPLITUDE_KEY
      ? {
          key: values.HEADWATER_AMPLITUDE_KEY,
          url: values.HEADWATER_AMPLITUDE_URL,
          identifyUrl: values.HEADWATER_AMPLITUDE_IDENTIFY_URL,
        }
      : undefined,
    publicUrl: values.HEADWATER_URL?.replace(/\/+$/, '') ?? `http://${values.HEADWATER_HOST}:${values.HEADWATER_PORT}`,
    signInWith: signInServicesOf(values),
    brandings: brandingsOf(values),
    integrations: [...integrations, ...added].map((integration) => readSettings(() => integration.configure(filled))),
    terms: { us: values.HEADWATER_TERMS_URL_US ?? null, russia: values.HEADWATER_TERMS_URL_RUSSIA ?? null },
  };
}
