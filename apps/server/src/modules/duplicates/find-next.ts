import type { Database } from '#platform/database/database.ts';
import { findDuplicates } from './find-duplicates.ts';
import { lockSearch, takeChanges } from './store/changes.ts';

/** Many, so that keys of one run lie together; what changes from day to day is fewer. */
export const profilesAtOnce = 10_000;

/** One look at what has changed; false where nothing has, or another process is at it. One transaction: a crash repeats it. */
export const findNextDuplicates = (database: Database, now: Date, limit = profilesAtOnce): Promise<boolean> =>
  database.asSystem(async (tx) => {
    if (!(await lockSearch(tx))) return false;
    const profileIds = await takeChanges(tx, { limit, now });
    if (profileIds.length === 0) return false;
    await findDuplicates(tx, profileIds, now);
    return true;
  });
