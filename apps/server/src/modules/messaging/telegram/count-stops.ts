import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { changeDialog, listStopsToCount, lockDialog } from './store/dialogs.ts';
import { personOf, suppressWhoeverAsked } from './suppressed-people.ts';

const atOnce = 100;

interface Needs {
  database: Database;
  registry: Registry;
}

async function countStop({ database, registry }: Needs, { id, company_id: companyId }: { id: number; company_id: number }): Promise<void> {
  await database.inCompany(companyId, async (tx) => {
    const dialog = await lockDialog(tx, id);
    if (!dialog) return;
    await suppressWhoeverAsked(tx, registry, { ...personOf(dialog), unlessReleased: true });
    await changeDialog(tx, id, { is_stop_counted: true });
  });
}

/**
 * DEC-05: whoever had asked to be left alone before their dialog had its profile gets no e-mail either, unless somebody has let them be written to since. Each
 * dialog is looked at once.
 */
export const countStopsHandler = (needs: Needs): TaskHandler =>
  definePeriodic('count_stops_before_links', '*/5 * * * *', async (signal) => {
    for (let more = true; more && !signal.aborted;) {
      const dialogs = await needs.database.asSystem((tx) => listStopsToCount(tx, atOnce));
      for (const dialog of dialogs) await countStop(needs, dialog);
      more = dialogs.length === atOnce;
    }
  });
