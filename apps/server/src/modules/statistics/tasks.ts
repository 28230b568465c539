import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { fillPart, readFill } from './store/fill.ts';
import { addMonths, rollUp } from './store/roll-up.ts';

const rollUpBatch = 20_000;
const fillBatch = 2000;

/* oxlint-disable no-await-in-loop -- one batch after the other */

/** Numbers include the waiting facts, so that the interval decides the speed of reading only. */
const rollUpHandler = (database: Database): TaskHandler =>
  definePeriodic('roll_up_statistics', '* * * * *', async (signal) => {
    while (!signal.aborted && (await database.asSystem((tx) => rollUp(tx, rollUpBatch))) === rollUpBatch) {
      // Takes the next batch.
    }
  });

/** Counts the rows of earlier releases, a part in each transaction, and continues after a restart. */
const fillHandler = (database: Database): TaskHandler =>
  definePeriodic('fill_statistics', '* * * * *', async (signal) => {
    for (const source of ['profile_views', 'contact_openings', 'search_history', 'saved_queries', 'candidates', 'messages']) {
      let isLeft = true;
      while (isLeft && !signal.aborted) {
        isLeft = await database.asSystem(async (tx) => {
          const row = (await readFill(tx)).find((each) => each.source === source);
          return row !== undefined && fillPart(tx, row, fillBatch);
        });
      }
    }
  });

const monthsHandler = (database: Database): TaskHandler =>
  definePeriodic('add_statistics_months', '11 1 * * *', async () => {
    while ((await database.asSystem((tx) => addMonths(tx))) > 0) {
      // The next table has a transaction of its own.
    }
  });

export const statisticsTasks = (database: Database): TaskHandler[] => [
  rollUpHandler(database),
  fillHandler(database),
  monthsHandler(database),
];
