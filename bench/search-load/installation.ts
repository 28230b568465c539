import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Application, createApplication } from '../../apps/server/src/app.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import { insertUser } from '../../apps/server/src/modules/accounts/public.ts';
import { insertCompany } from '../../apps/server/src/modules/companies/public.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { hashPassword } from '../../apps/server/src/platform/crypto/passwords.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { fillWithPeople } from './made-people.ts';

const password = 'Search-Bench-1!';
const email = 'recruiter@bench.test';

export interface Installation {
  url: string;
  dataDir: string;
  postgresPid: number;
  application: Application;
  /** Seconds; undefined if an earlier run filled the base. */
  filledIn: number | undefined;
  /** Restarts the application over the same data, with these settings added from now on. */
  restart(settings?: Record<string, string>): Promise<Application>;
  /** Changes evenly spread people; each gets the skills and jobs of another. */
  change(count: number): Promise<void>;
  listen(): Promise<{ origin: string; headers: Record<string, string>; companyId: number }>;
  close(): Promise<void>;
}

/** Creates the base in `dataDir` and keeps it, or in a temporary folder. */
export async function openInstallation(profiles: number, dataDir?: string): Promise<Installation> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'headwater-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const log = createLog('error');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  const remove = (): void => {
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
    const filledIn = await fill(postgres.url, folder, profiles);
    // The rate limit counts forwarded addresses separately.
    const settings: Record<string, string> = {
      HEADWATER_DATA_DIR: folder,
      HEADWATER_DEMO: 'off',
      HEADWATER_LOG: 'silent',
      HEADWATER_BEHIND_PROXY: 'on',
      HEADWATER_REQUESTS_PER_MINUTE: '1000000',
    };
    const open = (): Application => createApplication({ env: readEnv(settings), databaseUrl: postgres.url, clock: systemClock, log });
    let application = open();
    let http: Awaited<ReturnType<Application['createHttp']>> | undefined;
    const shut = async (): Promise<void> => {
      await http?.close();
      http = undefined;
      await application.close();
    };
    return {
      url: postgres.url,
      dataDir: folder,
      postgresPid: postgres.pid(),
      get application() {
        return application;
      },
      filledIn,
      async restart(added = {}) {
        await shut();
        Object.assign(settings, added);
        application = open();
        return application;
      },
      change: async (count) => changePeople(postgres.url, { count, profiles, companyId: await recruiterOf(application, postgres.url) }),
      async listen() {
        http = await application.createHttp();
        await http.listen({ host: '127.0.0.1', port: 0 });
        const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
        const companyId = await recruiterOf(application, postgres.url);
        return { origin, companyId, headers: await signIn(origin) };
      },
      async close() {
        await shut();
        await postgres.stop();
        remove();
      },
    };
  } catch (error) {
    await postgres.stop();
    remove();
    throw error;
  }
}

async function fill(url: string, folder: string, profiles: number): Promise<number | undefined> {
  const mark = join(folder, 'bench-people');
  const made = existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : undefined;
  if (made === profiles) return undefined;
  if (made !== undefined) throw new Error(`${folder} holds ${made} people, not ${profiles}`);
  const start = performance.now();
  await fillWithPeople({ url, folder: join(folder, 'made'), count: profiles, today: systemClock.now() });
  rmSync(join(folder, 'search'), { recursive: true, force: true });
  writeFileSync(mark, String(profiles));
  return (performance.now() - start) / 1000;
}

async function changePeople(
  url: string,
  { count, profiles, companyId }: { count: number; profiles: number; companyId: number },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('delete from profile_overlays');
  await client.query(
    `insert into profile_overlays (company_id, profile_id, data)
    select $1, p.id, jsonb_build_object('skills', o.data -> 'skills', 'positions', o.data -> 'positions')
    from profiles p join profiles o on o.id = 1 + (p.id * 7 + 3) % $3::bigint
    where p.company_id is null and p.id % greatest(1, $3::bigint / greatest(1, $2::bigint)) = 0 order by p.id limit $2`,
    [companyId, count, profiles],
  );
  await client.query('analyze profile_overlays');
  await client.end();
}

/** Created in the first run. */
async function recruiterOf({ database }: Application, url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ company_id: number }>('select company_id from users where email = $1', [email]);
  await client.end();
  if (rows[0]) return Number(rows[0].company_id);
  const passwordHash = await hashPassword(password);
  const companyId = await database.asSystem((tx) => insertCompany(tx, { name: 'Bench', features: { gender_filter: true } }));
  const user = { companyId, email, passwordHash, firstName: 'Rita', lastName: 'Bench', role: 'worker' as const, canSearch: true };
  await database.asSystem((tx) => insertUser(tx, user));
  return companyId;
}

/** Headers of a signed-in recruiter. */
export async function signIn(origin: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/v6/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrftoken': 't', cookie: 'csrftoken=t' },
    body: JSON.stringify({ email, password }),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { cookie: ['csrftoken=t', ...cookies.filter((cookie) => !cookie?.startsWith('csrftoken='))].join('; '), 'x-csrftoken': 't' };
}
