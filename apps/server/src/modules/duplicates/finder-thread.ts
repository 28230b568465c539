import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { workOnTasks } from '#platform/thread-tasks.ts';
import { findNextDuplicates } from './find-next.ts';

export interface FinderTask {
  url: string;
  /** Milliseconds since 1970. */
  now: number;
  limit: number;
  looks: number;
}

const log = createLog('error');

workOnTasks(async ({ url, now, limit, looks }: FinderTask) => {
  // A separate connection, closed while idle.
  const database = openDatabase({ url, max: 1, log });
  try {
    for (let look = 0; look < looks && (await findNextDuplicates(database, new Date(now), limit)); look += 1);
  } finally {
    await database.close();
  }
});
