import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate.ts';
import { databaseUrl } from '../postgres.ts';
import { readRelease, restoreRelease } from './release.ts';

/** Creates a migrated database with the data of the first kept release. Returns its name. */
export async function createReleaseDatabase(postgresUrl: string): Promise<string> {
  const name = `release_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const [release = ''] = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.gz'));
  await restoreRelease(databaseUrl(postgresUrl, name), readRelease(join(import.meta.dirname, release)));
  await migrate(databaseUrl(postgresUrl, name));
  return name;
}
