import { createHash } from 'node:crypto';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Creates the file if it is missing. A copied folder has another inode and creation time. */
function markOf(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, 'Where Headwater was installed. A copy of this folder has another one, and sends nothing until it is armed.\n', {
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { ino, birthtimeMs } = statSync(file);
  return `${ino} ${Math.round(birthtimeMs)}`;
}

const mayAsk = sql<{ may: boolean }>`
  select has_function_privilege('pg_control_system()', 'execute') and has_function_privilege('pg_control_checkpoint()', 'execute') as may`;

/**
 * A restored dump gets new oids, a point-in-time recovery gets a new timeline. `markFile` also
 * detects a copied data folder.
 */
export async function installationFingerprint(tx: Tx, markFile: string | undefined): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws(' ', oid, 'installation'::regclass::oid) as place from pg_database where datname = current_database()`.execute(tx);
  const [row] = (await mayAsk.execute(tx)).rows;
  const cluster = row?.may
    ? await sql<{ place: string }>`
        select concat_ws(' ', system_identifier, timeline_id) as place from pg_control_system(), pg_control_checkpoint()`.execute(tx)
    : undefined;
  const parts = [rows[0]?.place, cluster?.rows[0]?.place, markFile && markOf(markFile)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
