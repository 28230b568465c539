import type { Env } from '../env.ts';
import { openDatabase } from '#platform/database/database.ts';
import { readFact } from '#platform/database/installation-store.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { countUsers } from '#modules/accounts/public.ts';
import type { OpenedDatabase } from './database.ts';

/** Set in databases that contain demo accounts with well-known passwords. */
export const demoFact = 'demo';

async function readDemoState(url: string, log: Log): Promise<{ known: boolean; users: number }> {
  const database = openDatabase({ url, max: 1, log });
  try {
    return await database.asSystem(async (tx) => ({ known: Boolean(await readFact(tx, demoFact)), users: await countUsers(tx) }));
  } finally {
    await database.close();
  }
}

/** HEADWATER_DEMO; unset: true if the database is embedded, and empty or already a demo. */
export async function decideDemo(env: Env, { url, embedded }: OpenedDatabase, log: Log): Promise<boolean> {
  const { known, users } = await readDemoState(url, log);
  if (known && !env.loopback) {
    throw new StartupError(
      'This database holds demo accounts with well-known passwords, so it only listens on 127.0.0.1: unset HEADWATER_HOST or use another data folder.',
    );
  }
  if (env.HEADWATER_DEMO !== undefined) return env.HEADWATER_DEMO;
  const demo = known || (embedded && users === 0);
  if (demo && !env.loopback) {
    throw new StartupError(
      'Demo mode has well-known passwords, so it only listens on 127.0.0.1: set HEADWATER_DEMO=off to listen elsewhere.',
    );
  }
  return demo;
}
