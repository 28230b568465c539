import type { Env } from '../env.ts';
import { installDemoPeople } from '#modules/demo/public.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

export interface DemoPeopleCommand {
  env: Env;
  log: Log;
  say(sentence: string): void;
}

const leave = () => process.exit(1);

/** Runs in the child process of `startDemoProcess`, and ends with its parent. */
export async function makeDemoPeople({ env, log, say }: DemoPeopleCommand): Promise<void> {
  if (!env.DATABASE_URL || !process.send) throw new StartupError('Demo people are made by npm start, in demo mode.');
  process.once('disconnect', leave);
  const database = openDatabase({ url: env.DATABASE_URL, log });
  await installDemoPeople({ database, clock: systemClock, profiles: env.HEADWATER_DEMO_PROFILES, say });
  await database.close();
  process.off('disconnect', leave);
  process.disconnect();
}
