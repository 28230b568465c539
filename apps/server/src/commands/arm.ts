import type { Env } from '../env.ts';
import { createApplication } from '../app.ts';
import { systemClock } from '#platform/clock.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { openConfiguredDatabase } from './database.ts';

export interface ArmCommand {
  env: Env;
  log: Log;
  say(sentence: string): void;
  args: readonly string[];
}

/** DEC-09: enables sending in a restored or copied installation; `--pause` disables sending. */
export async function arm({ env, log, say, args }: ArmCommand): Promise<void> {
  const [word, ...more] = args;
  if (more.length > 0 || (word !== undefined && word !== '--pause')) throw new StartupError('Usage: npm run arm [-- --pause]');
  const opened = await openConfiguredDatabase({ env, log, say });
  try {
    const application = createApplication({ env, databaseUrl: opened.url, clock: systemClock, log });
    await (word === '--pause' ? application.sendingLock.engage() : application.sendingLock.release());
    await application.close();
  } finally {
    await opened.stop();
  }
  say(
    word === '--pause'
      ? 'Nothing is sent until sending is switched on in the app, or by npm run arm.'
      : 'Sending is on. What was due before the pause is looked for in the Sent folders first.',
  );
}
