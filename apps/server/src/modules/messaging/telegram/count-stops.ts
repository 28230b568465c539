import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { countForProfile } from './actions/link-dialog.ts';
import { changeDialog, listStopsToCount, lockDialog } from './store/dialogs.ts';

const atOnce = 100;

interface Needs {
  database: Database;
  registry: Registry;
}

async function countStop({ database, registry }: Needs, { id, company_id: companyId }: { id: number; company_id: number }): Promise<void> {
  await database.inCompany(companyId, async (tx) => {
    const dialog = await lockDialog(tx, id);
    if (!dialog) return;
    await countForProfile(tx, registry, { ...dialog, unlessReleased: true });
    await changeDialog(tx, id, { is_stop_counted: true });
  });
}

/**
 * ADR 80: what was said before a dialog had its profile counts for that, also where a release gave it one that did not know that. Whoever had asked to be left
 * alone gets no e-mail either (DEC-05), unless somebody has let them be written to since. Each dialog is looked at once.
 */
export const countStopsHandler = (needs: Needs): TaskHandler =>
  definePeriodic('count_stops_before_links', '*/5 * * * *', async (signal) => {
    for (let more = true; more && !signal.aborted;) {
      const dialogs = await needs.database.asSystem((tx) => listStopsToCount(tx, atOnce));
      for (const dialog of dialogs) await countStop(needs, dialog);
      more = dialogs.length === atOnce;
    }
  });
