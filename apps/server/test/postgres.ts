import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { createLog } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/supervisor.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const templateDatabase = 'headwater_template';

export const databaseUrl = (url: string, name: string) => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const open = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: createLog('silent'), durable: false });

/** Creates a cluster with the migrated template. */
async function makeCluster(dataDir: string): Promise<void> {
  // Most runs use a cached cluster and do not need the migrations.
  const { migrate } = await import('../src/platform/database/migrate.ts');
  const postgres = await open(dataDir);
  await migrate(await postgres.createDatabase(templateDatabase));
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  // Its workers visit hundreds of short-lived databases.
  await client.query('alter system set autovacuum = off');
  await client.end();
  await postgres.stop();
}

const memory = '/dev/shm';
const enoughBytes = 4 * 2 ** 30;

/** A database has 1,300 files; a file system on a disk needs ten times as long to create them. */
function folderForClusters(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > enoughBytes) return memory;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

/** Starts PostgreSQL for the whole run, with a migrated template for the test files. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(folderForClusters(), 'headwater-test-'));
  // As root, PostgreSQL runs as another account that must traverse the folder.
  chmodSync(dataDir, 0o711);
  await copyPreparedCluster(dataDir, makeCluster);
  const postgres = await open(dataDir);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    // Removing some hundred databases takes seconds, so a detached process does it.
    spawn(process.execPath, ['-e', 'fs.rmSync(process.argv[1], { recursive: true, force: true })', dataDir], {
      detached: true,
      stdio: 'ignore',
    }).unref();
  };
}
