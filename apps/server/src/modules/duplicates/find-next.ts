import type { Database } from '#platform/database/database.ts';
import { findDuplicates } from './find-duplicates.ts';
import { lockSearch, takeChanges } from './store/changes.ts';

/** Large, so that keys of one run are adjacent. Daily changes are fewer. */
export const profilesAtOnce = 10_000;

/** False without changes or while another process works. A crash repeats the transaction. */
export const findNextDuplicates = (database: Database, now: Date, limit = profilesAtOnce): Promise<boolean> =>
  database.asSystem(async (tx) => {
    if (!(await lockSearch(tx))) return false;
    const profileIds = await takeChanges(tx, { limit, now });
    if (profileIds.length === 0) return false;
    await findDuplicates(tx, profileIds, now);
    return true;
  });
