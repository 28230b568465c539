import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { profileData } from '@headwater/contract/profile-data';
import { createApplication } from '../../apps/server/src/app.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import { insertUser } from '../../apps/server/src/modules/accounts/public.ts';
import { insertCompany } from '../../apps/server/src/modules/companies/public.ts';
import { upsertProfiles } from '../../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { hashPassword } from '../../apps/server/src/platform/crypto/passwords.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import type { RealServers } from './servers.ts';

const password = 'Real-Bench-1!';
const patience = 60_000;

type Body = Record<string, unknown>;

/** An installation with one recruiter, spoken to by HTTP. */
export interface Product {
  call(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: Body }>;
  sql(text: string, values?: unknown[]): Promise<Body[]>;
  /** Writes to that address; the id of the message. */
  write(address: string): Promise<number>;
  /** The message, once it has one of the statuses, or as it is when patience is over. */
  becomes(id: number, statuses: readonly string[]): Promise<Body>;
  /** A sequence to the reader; its id. */
  launch(templates: readonly object[]): Promise<number>;
  isSuppressed(address: string): Promise<boolean>;
  mailbox(): Promise<Body>;
  /** Everything that the reader got. */
  bodies(): string;
  until(look: () => boolean | Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

async function seed(database: Database, reader: string): Promise<{ companyId: number; email: string; profile: number | null }> {
  const companyId = await database.asSystem((tx) =>
    insertCompany(tx, { name: 'Bench', features: { has_messaging: true, has_sequences: true } }),
  );
  const email = 'ann@bench.test';
  const passwordHash = await hashPassword(password);
  const names = { firstName: 'Ann', lastName: 'Bench' };
  await database.asSystem((tx) => insertUser(tx, { companyId, email, passwordHash, ...names, role: 'worker', canSearch: true }));
  const person = profileData.parse({ first_name: 'Petr', last_name: 'Reader', contacts: [{ type: 'email', value: reader }] });
  const { ids } = await database.asSystem((tx) => upsertProfiles(tx, [person], { companyId: null, createdBy: null }));
  const [profile = 0] = ids;
  return { companyId, email, profile };
}

export async function openProduct(reader: string, servers: RealServers): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-real-product-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const env = readEnv({
    DATABASE_URL: postgres.url,
    HEADWATER_DATA_DIR: dataDir,
    HEADWATER_DEMO: 'off',
    HEADWATER_LOG: 'silent',
    HEADWATER_MAIL_NETWORKS: '127.0.0.1/32',
    HEADWATER_MAIL_PORTS: Object.values(servers.ports).join(','),
  });
  const application = createApplication({ env, databaseUrl: postgres.url, clock: systemClock, log: createLog('silent') });
  const { database } = application;
  const { companyId, email, profile } = await seed(database, reader);
  const app = await application.createHttp();
  const worker = await application.startWorker();
  const owner = new Client({ connectionString: postgres.url });
  await owner.connect();
  let cookies: Record<string, string> = { csrftoken: 't' };
  let count = 0;
  const product: Product = {
    async call(method, url, payload) {
      const response = await app.inject({ method, url, ...(payload && { payload }), headers: { 'x-csrftoken': 't' }, cookies });
      for (const cookie of response.cookies) cookies = { ...cookies, [cookie.name]: cookie.value };
      return { status: response.statusCode, body: response.body ? response.json<Body>() : {} };
    },
    sql: async (text, values = []) => (await owner.query<Body>(text, values)).rows,
    async write(address) {
      count += 1;
      const letter = {
        profile_id: profile,
        email: address,
        request_key: `real-mail-bench-${count}`,
        subject: `Single ${count}`,
        body: '<p>Hello</p>',
      };
      const { status, body } = await product.call('POST', '/api/v6/messages/', letter);
      if (status !== 200) throw new Error(`A message was not taken: ${JSON.stringify(body)}`);
      return Number(body['id']);
    },
    async becomes(id, statuses) {
      const look = async () => (await product.call('GET', `/api/v6/messages/${id}/`)).body;
      await product.until(async () => statuses.includes(String((await look())['status'])));
      return look();
    },
    async launch(templates) {
      const { body } = await product.call('POST', '/api/v6/sequences/', { name: 'Real', templates });
      const id = Number(body['id']);
      await owner.query(
        'insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key) values ($1, $2, $3, $4, $4)',
        [companyId, id, profile, reader],
      );
      await product.call('POST', `/api/v6/mailing_lists/${id}/launch/`, {});
      return id;
    },
    isSuppressed: async (address) => (await product.sql('select id from suppressions where address = $1', [address])).length > 0,
    mailbox: async () => (await product.call('GET', '/api/v6/messaging/mailbox/')).body['mailbox'] as Body,
    bodies() {
      const inbox = servers.maildir(reader, 'INBOX');
      return ['new', 'cur']
        .flatMap((part) => readdirSync(join(inbox, part)).map((name) => readFileSync(join(inbox, part, name), 'utf8')))
        .join('\n');
    },
    async until(look) {
      for (const end = Date.now() + patience; Date.now() < end && !(await look());) await sleep(200);
    },
    async close() {
      await worker.stop();
      await app.close();
      await application.close();
      await owner.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const signedIn = await product.call('POST', '/api/v6/login/', { email, password });
  if (signedIn.status !== 200) throw new Error('The recruiter could not sign in');
  return product;
}
