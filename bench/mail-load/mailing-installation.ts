import { Client } from 'pg';
import type { startSandbox } from '@headwater/sandbox/sandbox';
import { createApplication } from '../../apps/server/src/app.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import { insertUser } from '../../apps/server/src/modules/accounts/public.ts';
import { insertCompany } from '../../apps/server/src/modules/companies/public.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { hashPassword } from '../../apps/server/src/platform/crypto/passwords.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const password = 'Bench-Mailing-1!';

/**
 * Same for planner and worker: another connection looks like a copy, which sends nothing (DEC-09).
 */
export const benchSettings = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  HEADWATER_DATA_DIR: dataDir,
  HEADWATER_DEMO: 'off',
  HEADWATER_MAIL_NETWORKS: '127.0.0.0/8',
  HEADWATER_MAIL_PORTS: '1-65535',
  HEADWATER_LOG: 'silent',
});

export const senderAddresses = (senders: number) => Array.from({ length: senders }, (_, index) => `sender${index}@bench.test`);
export const senderPassword = password;

interface Plan {
  databaseUrl: string;
  dataDir: string;
  sandbox: Sandbox;
  recipients: number;
  senders: number;
  /** Seconds from launch to message; default: 0. */
  delay?: number;
}

export interface PlannedBench {
  /** Launches one mailing per sender. Returns milliseconds until each acknowledgement. */
  launchAll(): Promise<number[]>;
  close(): Promise<void>;
}

/** A company with unlimited mailboxes, each with a sequence for a part of the recipients. */
export async function planMailings({ databaseUrl, dataDir, sandbox, recipients, senders, delay = 0 }: Plan): Promise<PlannedBench> {
  const env = readEnv(benchSettings(databaseUrl, dataDir));
  const application = createApplication({ env, databaseUrl, clock: systemClock, log: createLog('silent') });
  const { database } = application;
  const passwordHash = await hashPassword(password);
  const companyId = await database.asSystem((tx) =>
    insertCompany(tx, { name: 'Bench', features: { has_messaging: true, has_sequences: true } }),
  );
  const app = await application.createHttp();
  const call = async (url: string, { cookies, payload }: { cookies: Record<string, string>; payload: object }) => {
    const headers = { 'x-csrftoken': 't' };
    const response = await app.inject({ method: 'POST', url, payload, headers, cookies: { csrftoken: 't', ...cookies } });
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
    return response;
  };
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  // Distinct surnames, as the comparison of similar people would disturb the measurement.
  await owner.query(
    `insert into profiles (data) select jsonb_build_object('first_name', 'Person ' || n, 'last_name',
       initcap(translate(left(md5(n::text), 12), '0123456789', 'ghijklmnop')), 'positions', '[]'::jsonb, 'locations', '[]'::jsonb,
       'skills', '[]'::jsonb, 'pictures', '[]'::jsonb) from generate_series(1, $1::int) as n`,
    [recipients],
  );
  await owner.query('insert into sending_limits (company_id, per_day, per_domain_per_hour) values ($1, null, null)', [companyId]);
  const launches: { cookies: Record<string, string>; id: number }[] = [];
  for (const [index, address] of senderAddresses(senders).entries()) {
    const user = {
      companyId,
      email: address,
      passwordHash,
      firstName: 'Rita',
      lastName: 'Bench',
      role: 'worker' as const,
      canSearch: true,
    };
    await database.asSystem((tx) => insertUser(tx, user));
    const signedIn = await call('/api/v6/login/', { cookies: {}, payload: { email: address, password } });
    const cookies = Object.fromEntries(signedIn.cookies.map((cookie) => [cookie.name, cookie.value]));
    const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none', user: address, password });
    const servers = { smtp: server(sandbox.ports.smtp), imap: server(sandbox.ports.imap) };
    await call('/api/v6/messaging/smtp_imap/connect/', { cookies, payload: { address, ...servers } });
    const text = {
      subject: 'Hello, {{FIRST_NAME}}',
      body: '<p>Dear {{FULL_NAME}}, there is a vacancy that may interest you.</p>',
      send_delay: delay,
    };
    const made = await call('/api/v6/sequences/', { cookies, payload: { name: `Mailing ${index}`, templates: [text] } });
    const { id } = made.json<{ id: number }>();
    await owner.query(
      `insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key)
       select $1, $2, id, 'person' || id || '@people.test', 'person' || id || '@people.test' from profiles where id % $3 = $4`,
      [companyId, id, senders, index],
    );
    launches.push({ cookies, id });
  }
  await owner.query('update mailboxes set daily_limit = null, gap_seconds = 0');
  await owner.query('analyze');
  await owner.end();
  return {
    async launchAll() {
      const times: number[] = [];
      for (const { cookies, id } of launches) {
        const begin = performance.now();
        await call(`/api/v6/mailing_lists/${id}/launch/`, { cookies, payload: {} });
        times.push(performance.now() - begin);
      }
      return times;
    },
    async close() {
      await app.close();
      await application.close();
    },
  };
}
