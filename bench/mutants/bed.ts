import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { copyCheckout, type Scratch } from './checkout.ts';
import { type Outcome, runTests } from './tests.ts';
import type { Guard } from './mutant.ts';
import { type Policy, readPolicies } from './policies.ts';

/** What every run begins from: a copy of the checkout, and one PostgreSQL with a migrated database. */
export interface Bed {
  checkout: Scratch;
  policies: readonly Policy[];
  /** Runs tests while the migrated database is another one. */
  run(guard: Guard, options: { sql?: string | undefined; stopsEarly: boolean }): Promise<Outcome>;
  close(): Promise<void>;
}

const original = 'headwater_original';
const template = 'headwater_template';

const databaseUrl = (url: string, name: string) => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

/** In place of the setup of the copy's tests: the PostgreSQL that runs already, with the template that is there. */
const setup = (url: string) => `import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const templateDatabase = '${template}';

export const databaseUrl = (url: string, name: string) => {
  const changed = new URL(url);
  changed.pathname = \`/\${name}\`;
  return changed.href;
};

export const setup = (project: TestProject) => {
  project.provide('postgresUrl', '${url}');
};
`;

/** `folder` is empty and stays after it: whoever has made it removes it. */
export async function makeBed(from: string, folder: string): Promise<Bed> {
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: createLog('silent'), durable: false });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${original}`);
  await migrate(databaseUrl(postgres.url, original));
  const checkout = copyCheckout(from, join(folder, 'checkout'));
  writeFileSync(join(checkout.path, 'apps/server/test/postgres.ts'), setup(postgres.url));
  const catalogue = new Client({ connectionString: databaseUrl(postgres.url, original) });
  await catalogue.connect();
  const policies = await readPolicies(catalogue);
  // A database that somebody is connected to is not copied.
  await catalogue.end();

  async function drop(name: string): Promise<void> {
    await client.query(`drop database if exists ${name} with (force)`);
  }
  async function change(sql: string): Promise<void> {
    const changed = new Client({ connectionString: databaseUrl(postgres.url, template) });
    await changed.connect();
    await changed.query(sql);
    await changed.end();
  }
  return {
    checkout,
    policies,
    async run(guard, { sql, stopsEarly }) {
      await drop(template);
      await client.query(`create database ${template} template ${original} strategy file_copy`);
      if (sql !== undefined) await change(sql);
      const outcome = await runTests(checkout.path, guard, { stopsEarly });
      const { rows } = await client.query<{ name: string }>(`select datname as name from pg_database where datname like 'test\\_%'`);
      for (const { name } of rows) await drop(name);
      return outcome;
    },
    async close() {
      await client.end();
      await postgres.stop();
    },
  };
}
