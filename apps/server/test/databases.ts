import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

let administrator: Promise<Client> | undefined;
/** Databases of ended files. They are dropped because they may lie in memory. */
export const usedDatabases = new Set<string>();

async function connectAdministrator(): Promise<Client> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Open connections keep a database until the next call. */
async function dropUsedDatabases(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where not exists (select from pg_stat_activity where datname = name)',
    [[...usedDatabases]],
  );
  for (const { name } of rows) {
    usedDatabases.delete(name);
    // A late connection keeps the database until the end of the run.
    await admin.query(`drop database ${name}`).catch(() => undefined);
  }
}

export async function createTestDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = await (administrator ??= connectAdministrator());
  await dropUsedDatabases(admin);
  // Copying files takes a quarter of the time of writing through the log.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  return name;
}
