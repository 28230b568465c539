import { openFileStore, openScanner, openSecretBox } from '../wiring/adapters.ts';
import type { Env } from '../env.ts';
import type { Log } from '#platform/log.ts';
import { runImport } from '#modules/profiles/import/public.ts';
import { createSigning } from '#platform/crypto/signing.ts';
import { openDatabase } from '#platform/database/database.ts';
import { systemClock } from '#platform/clock.ts';
import { openConfiguredDatabase } from './database.ts';

/** `npm run import -- [--company ID] FILE...`. Returns exit code 2 after incomplete imports. */
export async function importFiles({
  env,
  log,
  say,
  args,
}: {
  env: Env;
  log: Log;
  say(sentence: string): void;
  args: readonly string[];
}): Promise<number> {
  const opened = await openConfiguredDatabase({ env, log, say });
  const database = openDatabase({ url: opened.url, log });
  try {
    const signing = createSigning({ database, clock: systemClock, secrets: openSecretBox(env) });
    return await runImport({
      args,
      database,
      clock: systemClock,
      log,
      say,
      dataDir: env.dataDir,
      store: openFileStore(env),
      antivirus: openScanner(env, log),
      signing,
    });
  } finally {
    await database.close();
    await opened.stop();
  }
}
