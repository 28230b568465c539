import { Client } from 'pg';
import { databaseUrl, originalDatabase, templateDatabase } from './trial.ts';

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Makes what databases of tests are copies of: the migrated one, with that done to it. */
export async function changeTemplate(postgresUrl: string, sql: string | undefined): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    await client.query(`drop database if exists ${templateDatabase} with (force)`);
    await client.query(`create database ${templateDatabase} template ${originalDatabase} strategy file_copy`);
  });
  // A database that somebody is connected to is not copied.
  if (sql !== undefined) await withClient(databaseUrl(postgresUrl, templateDatabase), async (client) => void (await client.query(sql)));
}

/** Those that tests leave behind. */
export const dropTestDatabases = (postgresUrl: string): Promise<void> =>
  withClient(postgresUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select datname as name from pg_database where datname like 'test\\_%'`);
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
