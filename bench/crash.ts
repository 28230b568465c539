import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { profileData } from '@headwater/contract/profile-data';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { createApplication } from '../apps/server/src/app.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { insertUser } from '../apps/server/src/modules/accounts/public.ts';
import { hashPassword } from '../apps/server/src/platform/crypto/passwords.ts';
import { insertCompany } from '../apps/server/src/modules/companies/public.ts';
import { upsertProfiles } from '../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from './mail-load/ask.ts';
import { crashLaunches, killPostgres } from './mail-load/crash-launches.ts';
import { keepWorker } from './mail-load/worker-process.ts';
import type { BenchRow } from './row.ts';

const password = 'Crash-Bench-1!';
const recruiters = 4;

interface Options {
  kills: number;
  messages: number;
}

type Postgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;
type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Signs the recruiters in, connects their mailboxes and asks for every message, through HTTP as the web app does. */
async function plan(context: { postgres: Postgres; sandbox: Sandbox; dataDir: string }, options: Options): Promise<void> {
  // The same settings as the worker's: a process that reaches the database another way takes it for a copy, and sends nothing (DEC-09).
  const env = readEnv({
    DATABASE_URL: context.postgres.url,
    HEADWATER_DATA_DIR: context.dataDir,
    HEADWATER_DEMO: 'off',
    HEADWATER_MAIL_NETWORKS: '127.0.0.0/8',
    HEADWATER_MAIL_PORTS: '1-65535',
    HEADWATER_LOG: 'silent',
  });
  const application = createApplication({ env, databaseUrl: context.postgres.url, clock: systemClock, log: createLog('silent') });
  const { database } = application;
  const passwordHash = await hashPassword(password);
  const emails = Array.from({ length: recruiters }, (_, index) => `recruiter${index}@bench.test`);
  const companyId = await database.asSystem((tx) => insertCompany(tx, { name: 'Bench', features: { has_messaging: true } }));
  for (const email of emails) {
    const user = { companyId, email, passwordHash, firstName: 'Rita', lastName: 'Bench', role: 'worker' as const, canSearch: true };
    await database.asSystem((tx) => insertUser(tx, user));
  }
  const people = Array.from({ length: options.messages }, (_, index) =>
    profileData.parse({ first_name: `Person ${index}`, contacts: [{ type: 'email', value: `person${index}@people.test` }] }),
  );
  const { ids } = await database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  const app = await application.createHttp();
  const call = async (url: string, { cookies, payload }: { cookies: Record<string, string>; payload: object }) => {
    const response = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-csrftoken': 't' },
      cookies: { csrftoken: 't', ...cookies },
    });
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
    return response;
  };
  const sessions = await Promise.all(
    emails.map(async (email) => {
      const response = await call('/api/v6/login/', { cookies: {}, payload: { email, password } });
      return Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value]));
    }),
  );
  const server = (port: number, user: string) => ({ host: '127.0.0.1', port, security: 'none', user, password });
  for (const [index, cookies] of sessions.entries()) {
    const address = emails[index] ?? '';
    const payload = { address, smtp: server(context.sandbox.ports.smtp, address), imap: server(context.sandbox.ports.imap, address) };
    await call('/api/v6/messaging/smtp_imap/connect/', { cookies, payload });
  }
  const owner = new Client({ connectionString: context.postgres.url });
  await owner.connect();
  await owner.query('update mailboxes set daily_limit = null');
  await owner.end();
  for (const [index, id] of ids.entries()) {
    const payload = {
      profile_id: id,
      email: `person${index}@people.test`,
      subject: `Message ${index}`,
      body: '<p>Hello</p>',
      request_key: `bench-message-${index}`,
    };
    await call('/api/v6/messages/', { cookies: sessions[index % recruiters] ?? {}, payload });
  }
  await app.close();
  await application.close();
}

interface Ended {
  state: string;
  message_id: string;
}

async function waitForEnd(url: string, messages: number, patienceMs: number): Promise<Ended[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const rows = await ask<Ended>(url, "select state, message_id from messages where state in ('sent', 'error', 'unknown')");
    if (rows.length === messages || Date.now() > deadline) return ask<Ended>(url, 'select state, message_id from messages');
    await sleep(500);
  }
}

/** Kills the worker or PostgreSQL at random moments while messages go out (with --recipients: while mailings to so many do; with --channel telegram: by the messenger, with --sequences: steps of mailings by it), then compares the mail server's count with what the product says. */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const { recipients, plain, channel } = args;
  if (channel === 'telegram' && args['sequences']) {
    const { crashSequences } = await import('./telegram-load/crash-sequences.ts');
    return crashSequences({ kills: Number(args['kills'] ?? 8), recipients: Number(recipients ?? 150) });
  }
  if (channel === 'telegram') {
    const { crashTelegram } = await import('./telegram-load/crash.ts');
    return crashTelegram({ kills: Number(args['kills'] ?? 100), messages: Number(args['messages'] ?? 2000) });
  }
  if (recipients) return crashLaunches({ kills: Number(args['kills'] ?? 300), recipients: Number(recipients), plain: Boolean(plain) });
  const options: Options = { kills: Number(args['kills'] ?? 20), messages: Number(args['messages'] ?? 500) };
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-crash-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const users = Array.from({ length: recruiters }, (_, index) => ({ address: `recruiter${index}@bench.test`, password }));
  const sandbox = await startSandbox({ directory: join(dataDir, 'mail'), smtpPort: 0, imapPort: 0, httpPort: 0, users });
  await plan({ postgres, sandbox, dataDir }, options);
  const worker = keepWorker({
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: postgres.url,
    HEADWATER_DATA_DIR: dataDir,
    HEADWATER_DEMO: 'off',
    HEADWATER_MAIL_NETWORKS: '127.0.0.0/8',
    HEADWATER_MAIL_PORTS: '1-65535',
    HEADWATER_MAIL_TIMEOUT: '4',
    // The sandbox files what it takes before it answers.
    HEADWATER_MAIL_SETTLE: '15',
    HEADWATER_LOG: 'silent',
  });
  const started = Date.now();
  let killed = 0;
  const settled = () =>
    ask<{ count: number }>(postgres.url, "select count(*)::int as count from messages where state in ('sent', 'error', 'unknown')");
  while (killed < options.kills) {
    await sleep(300 + Math.random() * 1500);
    if (((await settled())[0]?.count ?? 0) >= options.messages) break;
    if (killed % 3 === 2 ? killPostgres(postgres) : worker.kill()) killed += 1;
  }
  const rows = await waitForEnd(postgres.url, options.messages, 240_000);
  const seconds = (Date.now() - started) / 1000;
  await worker.stop();
  const counts = sandbox.counts();
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return report({ rows, counts, killed, seconds, options });
}

interface Outcome {
  rows: Ended[];
  counts: Map<string, number>;
  killed: number;
  seconds: number;
  options: Options;
}

function report({ rows, counts, killed, seconds, options }: Outcome): BenchRow[] {
  const times = (row: Ended) => counts.get(row.message_id) ?? 0;
  const of = (state: string) => rows.filter((row) => row.state === state);
  const result = (metric: string, value: number, target: number | null) => ({
    case: `${options.messages} messages, ${killed} kills`,
    metric,
    value,
    target,
    reference: null,
  });
  return [
    result('kills', killed, options.kills),
    result('messages kept', rows.length, options.messages),
    result('arrived once', rows.filter((row) => times(row) === 1).length, null),
    result('arrived twice or more', rows.filter((row) => times(row) > 1).length, 0),
    result('said sent but not arrived (lost)', of('sent').filter((row) => times(row) === 0).length, 0),
    result('not ended', rows.filter((row) => !['sent', 'error', 'unknown'].includes(row.state)).length, 0),
    result('shown as unknown', of('unknown').length, null),
    result('errors', of('error').length, 0),
    result('seconds', Math.round(seconds), null),
  ];
}
