import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, enqueue, type TaskHandler } from '#platform/queue/queue.ts';
import { erasePeopleTask } from './erase-people.ts';
import { recordSystems } from './systems/request.ts';
import { erasedWith, insertErasure } from './store/erasures.ts';
import { listIdle, listRules } from './store/retention.ts';

/** People erased in one rebuild of the index. */
const atOnce = 500;

export function monthsBefore(now: Date, months: number): Date {
  const since = new Date(now);
  since.setUTCDate(1);
  since.setUTCMonth(since.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 0)).getUTCDate();
  since.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return since;
}

/** Five hundred people a transaction. */
async function applyRule({ database, clock }: RetentionServices, rule: { company_id: number; months: number }, signal: AbortSignal) {
  const now = clock.now();
  const since = monthsBefore(now, rule.months);
  for (let more = true; more && !signal.aborted;) {
    more = await database.inCompany(rule.company_id, async (tx) => {
      const ids = await listIdle(tx, rule.company_id, { since, limit: atOnce });
      const begun: number[] = [];
      for (const profileId of ids) {
        for (const id of [...(await erasedWith(tx, profileId, { base: null })).map((part) => part.profileId), profileId]) {
          const { row } = await insertErasure(tx, { companyId: rule.company_id, profileId: id, requestedBy: null, now });
          await recordSystems(tx, row, now);
          begun.push(row.id);
        }
      }
      if (begun.length > 0) await enqueue(tx, erasePeopleTask, { payload: { erasure_ids: begun } });
      return ids.length === atOnce;
    });
  }
}

interface RetentionServices {
  database: Database;
  clock: Clock;
}

/** DEC-14: runs each night with the current rules. */
export const applyRetentionHandler = (services: RetentionServices): TaskHandler =>
  definePeriodic('apply_retention', '17 2 * * *', async (signal) => {
    for (const rule of await services.database.asSystem(listRules)) await applyRule(services, rule, signal);
  });
