import { createECDH, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type SocialBackend, socialBackends } from '@headwater/domain/companies/social-sign-in';
import type { Brandings } from '#platform/http/branding.ts';
import { parseScannerAddress } from '#platform/antivirus/address.ts';
import { parseNetwork, parsePortRange } from '#platform/mail/mail-server-address.ts';
import { StartupError } from '#platform/errors.ts';
import { isLoopbackHost } from '#platform/loopback.ts';

const onOff = z.enum(['on', 'off', '1', '0', 'true', 'false']).transform((word) => word === 'on' || word === '1' || word === 'true');

/** Not every 32 bytes are a key: zero and what lies beyond the order of the curve are none. */
function isPushKey(text: string): boolean {
  const key = Buffer.from(text, 'base64url');
  try {
    createECDH('prime256v1').setPrivateKey(key);
    return key.length === 32;
  } catch {
    return false;
  }
}

/** The folder of the checkout: the nearest one above this file that holds the workspace's package.json. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The release, as package.json names it. */
export const releaseVersion = (): string =>
  (JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version;

/** Every setting, with its meaning; docs/OPERATIONS.md repeats this table for administrators. */
/** Words apart by commas; 'none' for none of them. */
const words = z.string().transform((text) =>
  text.trim() === 'none'
    ? []
    : text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
);

/** What `parse` makes of each word; `what` names the right form to the operator. */
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
  /** Port of the application. */
  HEADWATER_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Address to listen on. Demo mode refuses anything but loopback. */
  HEADWATER_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port of this machine at which a worker without the application answers for its health. */
  HEADWATER_WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** Megabytes of free disk space in the data folder below which /readyz reports it as full. 0: never. */
  HEADWATER_MIN_DISK: z.coerce.number().int().min(0).max(1_000_000_000).default(100),
  /** Requests a minute of the visitors of one address; a session has five times as many, signing in a quarter. */
  HEADWATER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(1_000_000).default(1200),
  /** Folder for the embedded database, files, search snapshots and the secret key. */
  HEADWATER_DATA_DIR: z.string().min(1).optional(),
  /** Demo company, people and mail sandbox: on or off. Unset: on where the database is embedded and empty. */
  HEADWATER_DEMO: onOff.optional(),
  /** Whether a new demo gets a past: mailings, sequences, replies, comments and saved searches of the weeks before. */
  HEADWATER_DEMO_HISTORY: onOff.default(true),
  /** How many demo people are made. */
  HEADWATER_DEMO_PROFILES: z.coerce.number().int().min(0).max(5_000_000).default(20_000),
  /** An outside PostgreSQL instead of the embedded one. */
  DATABASE_URL: z.string().min(1).optional(),
  /** Public address of this installation, for links in e-mails. Unset: http://HOST:PORT. */
  HEADWATER_URL: z.url().optional(),
  /** Key for secrets at rest, 32 bytes in base64; a comma-separated list rotates (the first encrypts). Unset: made and kept in the data folder. */
  HEADWATER_SECRET_KEY: z.string().optional(),
  /** Where system e-mail (activation, password reset) go: smtp://user:password@host:port. Unset: the sandbox in demo mode, else the log says so. */
  HEADWATER_SMTP_URL: z.string().optional(),
  /** From address of system e-mail. */
  HEADWATER_MAIL_FROM: z.string().default('Headwater <no-reply@localhost>'),
  /** Who is told by e-mail what people report of profiles; unset: reports are only listed for staff. */
  HEADWATER_REPORTS_TO: z.email().optional(),
  /** Seconds that a mail server may be silent in the middle of a conversation before the line is given up. */
  HEADWATER_MAIL_TIMEOUT: z.coerce.number().int().min(1).max(600).default(120),
  /** Seconds after which a mail server that did not answer for a message shows it in its Sent folder, or will not send it any more (RFC 5321 4.5.3.2.6). */
  HEADWATER_MAIL_SETTLE: z.coerce.number().int().min(1).max(3600).default(600),
  /** Networks besides the public internet in which people's mail servers may be, by commas: 10.0.0.0/8, 192.168.1.5. Unset: none. */
  HEADWATER_MAIL_NETWORKS: parsedWords(parseNetwork, 'a network such as 10.0.0.0/8').default([]),
  /** Ports of people's mail servers besides 25, 465, 587, 2525, 143 and 993, by commas: 2526, 1025-1030. Unset: none. */
  HEADWATER_MAIL_PORTS: parsedWords(parsePortRange, 'a port or a range of ports').default([]),
  /** Networks besides the public internet in which companies' identity providers may be, by commas; there they may go without TLS. Unset: none. */
  HEADWATER_SSO_NETWORKS: parsedWords(parseNetwork, 'a network such as 10.0.0.0/8').default([]),
  /** S3 bucket for files instead of the data folder. */
  HEADWATER_S3_BUCKET: z.string().optional(),
  HEADWATER_S3_ENDPOINT: z.string().optional(),
  HEADWATER_S3_REGION: z.string().default('us-east-1'),
  HEADWATER_S3_ACCESS_KEY: z.string().optional(),
  HEADWATER_S3_SECRET_KEY: z.string().optional(),
  /** The antivirus that files from people pass, as clamd listens: host:port, or the path of its unix socket. Unset: none. */
  HEADWATER_CLAMD: z
    .string()
    .transform((text, context) => {
      const address = parseScannerAddress(text.trim());
      if (!address) context.addIssue({ code: 'custom', message: 'give host:port or the path of a socket' });
      return address;
    })
    .optional(),
  /** What happens to files that could not be checked: the antivirus is away, too slow, or takes none of that size. */
  HEADWATER_CLAMD_UNCHECKED: z.enum(['refuse', 'accept']).default('refuse'),
  /** Seconds that the check of one file may take. */
  HEADWATER_CLAMD_TIMEOUT: z.coerce.number().int().min(1).max(300).default(30),
  /** Whether the name servers are asked if the domains of people's e-mail addresses take mail. */
  HEADWATER_CONTACT_LOOKUPS: onOff.default(false),
  /** Whether people may have notifications shown by their browsers, through the push services of the vendors. */
  HEADWATER_PUSH: onOff.default(true),
  /** Private key that push services know this installation by (VAPID), 32 bytes in base64url. Unset: made once and kept sealed. */
  HEADWATER_PUSH_KEY: z.base64url().refine(isPushKey, 'give a private key of P-256: 32 bytes in base64url').optional(),
  /** Trust X-Forwarded-* of a proxy in front; also marks cookies Secure. */
  HEADWATER_BEHIND_PROXY: onOff.default(false),
  /** A server that speaks the chat completions of OpenAI, up to the version: https://api.example.com/v1. Unset: the sandbox's in demo mode, else none; `none`: none. */
  HEADWATER_MODEL_URL: z.union([z.literal('none'), z.url({ protocol: /^https?$/ })]).optional(),
  /** Name of the model there. Both are needed. */
  HEADWATER_MODEL_NAME: z.string().min(1).optional(),
  HEADWATER_MODEL_KEY: z.string().optional(),
  /** Seconds that an answer of the model is waited for. */
  HEADWATER_MODEL_TIMEOUT: z.coerce.number().int().min(1).max(120).default(15),
  /** Credentials of this installation at Google, for people to connect their Gmail. Both are needed; unset: it is not offered. */
  HEADWATER_GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  HEADWATER_GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** Another server that speaks Google's addresses: sign-in, tokens and the Gmail API. */
  HEADWATER_GOOGLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The same at Microsoft, for Microsoft 365 and Outlook.com. */
  HEADWATER_MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  HEADWATER_MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  /** Whose accounts may connect: the id of an organisation, `organizations`, `consumers`, or `common` for all. */
  HEADWATER_MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('common'),
  HEADWATER_MICROSOFT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Of this installation at my.telegram.org, for SIM cards to be signed in. Both are needed; unset: nothing goes to Telegram. */
  HEADWATER_TELEGRAM_API_ID: z.coerce.number().int().positive().optional(),
  HEADWATER_TELEGRAM_API_HASH: z.string().min(1).optional(),
  /** Another server that speaks Telegram's protocol, as host:port, and the key that it proves itself by (PEM; `\\n` for the ends of its lines). */
  HEADWATER_TELEGRAM_DC: z
    .string()
    .regex(/^[^\s:]+:\d{1,5}$/)
    .optional(),
  HEADWATER_TELEGRAM_PUBLIC_KEY: z.string().min(1).optional(),
  /** Most seconds between two new dialogs of a SIM card; unset: 20 to 60. */
  /** Megabytes that the files of a company's dialogs at Telegram may take up. */
  HEADWATER_TELEGRAM_FILES: z.coerce.number().int().min(1).max(10_000_000).default(5120),
  HEADWATER_TELEGRAM_GAP: z.coerce.number().int().min(0).max(3600).optional(),
  /** Services that people may sign in and register with, by commas: google, microsoft. Each needs its credentials of above. Unset: none. */
  HEADWATER_SIGN_IN_WITH: words.pipe(z.array(z.enum(socialBackends))).default([]),
  /** What the product is called, by the branding; `_RU`: at the hosts of HEADWATER_HOSTS_RU, by commas, `*.ru` for all that end so. */
  HEADWATER_NAME: z.string().min(1).max(40).default('Headwater'),
  HEADWATER_NAME_RU: z.string().min(1).max(40).default('Исток'),
  HEADWATER_HOSTS_RU: words.default(['*.ru', '*.su', '*.рф']),
  /** Files of other marks than the product's own; the festive ones are shown at the turn of the year. */
  HEADWATER_LOGO: z.string().optional(),
  HEADWATER_LOGO_RU: z.string().optional(),
  HEADWATER_LOGO_FESTIVE: z.string().optional(),
  HEADWATER_LOGO_FESTIVE_RU: z.string().optional(),
  /** Apps that may be connected, by commas; unset: all. */
  HEADWATER_APPS: words.optional(),
  HEADWATER_APPS_RU: words.default(['messenger', 'gmail', 'huntflow-import']),
  /** Where the menu's Extension and Help lead; without an address it has no such item. `_RU`: of the Russian branding, unset the same. */
  HEADWATER_EXTENSION_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_EXTENSION_URL_RU: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_HELP_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_HELP_URL_RU: z.url({ protocol: /^https?$/ }).optional(),
  /** Terms of service for companies whose terms are those of the US, or of Russia (I18N-010). */
  HEADWATER_TERMS_URL_US: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_TERMS_URL_RUSSIA: z.url({ protocol: /^https?$/ }).optional(),
  /** Service that is told of defects of the server and of browsers, without personal data. Unset: nobody is told. */
  HEADWATER_ERROR_REPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Feedback survey on the home page of paying companies: its page, and the identifier of the operator's account there. Both are needed. */
  HEADWATER_SURVEY_URL: z.url({ protocol: /^https?$/ }).optional(),
  HEADWATER_SURVEY_ACCOUNT: z.string().min(1).max(255).optional(),
  /** Whether strangers may register; each gets a company of their own for the browser extension. Closed too where no system e-mail leaves. */
  HEADWATER_REGISTRATION: onOff.default(true),
  /** Keys of reCAPTCHA for registration and password recovery, the public one and the secret. Both are needed; unset: nothing is asked. */
  HEADWATER_RECAPTCHA_KEY: z.string().min(1).max(200).optional(),
  HEADWATER_RECAPTCHA_SECRET: z.string().min(1).max(200).optional(),
  /** Another server that speaks its addresses: `/api.js` and `/api/siteverify`. */
  HEADWATER_RECAPTCHA_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha'),
  /** Word that /metrics asks for (Authorization: Bearer). Unset: given to this machine alone, and to nobody where a public address or a proxy is set. */
  HEADWATER_METRICS_TOKEN: z.string().min(16).optional(),
  /** silent, error, warn, info, debug. */
  HEADWATER_LOG: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
  /** Ports of the demo mail sandbox: preferred the first time, then kept in the data folder. */
  HEADWATER_SANDBOX_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(3080),
  HEADWATER_SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(3025),
  HEADWATER_SANDBOX_IMAP_PORT: z.coerce.number().int().min(0).max(65_535).default(3143),
  HEADWATER_SANDBOX_TELEGRAM_PORT: z.coerce.number().int().min(0).max(65_535).default(3443),
  /** Port of the sandbox's small antivirus, to try HEADWATER_CLAMD with. Unset: there is none. */
  HEADWATER_SANDBOX_CLAMD_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Milliseconds that the language model of the demo takes for an answer. */
  HEADWATER_SANDBOX_MODEL_DELAY: z.coerce.number().int().min(0).max(60_000).default(1200),
});

/** I18N-007: two, and the first of them at every host that is not the second's. */
const brandingsOf = (values: z.infer<typeof schema>): Brandings => [
  {
    name: values.HEADWATER_NAME,
    hosts: [],
    logo: values.HEADWATER_LOGO,
    festiveLogo: values.HEADWATER_LOGO_FESTIVE,
    links: { extension: values.HEADWATER_EXTENSION_URL ?? null, help: values.HEADWATER_HELP_URL ?? null },
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
    apps: values.HEADWATER_APPS_RU,
  },
];

/** ACC-006: the services with their credentials. Throws StartupError where one has none. */
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

/** Throws StartupError where the settings of Telegram are half said. */
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

export type Env = ReturnType<typeof readEnv>;

/** Reads and checks the environment once. Throws StartupError with one sentence that names the setting. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(filled);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}.`);
  }
  const values = parsed.data;
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
    publicUrl: values.HEADWATER_URL?.replace(/\/+$/, '') ?? `http://${values.HEADWATER_HOST}:${values.HEADWATER_PORT}`,
    signInWith: signInServicesOf(values),
    brandings: brandingsOf(values),
    terms: { us: values.HEADWATER_TERMS_URL_US ?? null, russia: values.HEADWATER_TERMS_URL_RUSSIA ?? null },
  };
}
