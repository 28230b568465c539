import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { workOnTasks } from '#platform/thread-tasks.ts';
import { findNextDuplicates } from './find-next.ts';

/** Look for duplicates until nothing waits any more. */
export interface FinderTask {
  url: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The most profiles looked at together. */
  limit: number;
}

const log = createLog('error');

workOnTasks(async ({ url, now, limit }: FinderTask) => {
  // Of its own, and none while there is nothing to do.
  const database = openDatabase({ url, max: 1, log });
  try {
    while (await findNextDuplicates(database, new Date(now), limit));
  } finally {
    await database.close();
  }
});
