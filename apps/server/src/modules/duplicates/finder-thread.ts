import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { workOnTasks } from '#platform/thread-tasks.ts';
import { findNextDuplicates } from './find-next.ts';

/** Look for duplicates until nothing waits any more, or so many times. */
export interface FinderTask {
  url: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The most profiles looked at together. */
  limit: number;
  /** The most looks, each at other profiles. */
  looks: number;
}

const log = createLog('error');

workOnTasks(async ({ url, now, limit, looks }: FinderTask) => {
  // Of its own, and none while there is nothing to do.
  const database = openDatabase({ url, max: 1, log });
  try {
    for (let look = 0; look < looks && (await findNextDuplicates(database, new Date(now), limit)); look += 1);
  } finally {
    await database.close();
  }
});
