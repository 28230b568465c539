import { defineTask, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type AiSearchContext, announceSearch, rankPool } from './service.ts';
import { findSearch, keepTrained, listFeedback } from './store.ts';

/** Learns from the judgements of one search and puts its people in a new order. */
export const trainTask = defineTask<{ companyId: number; searchId: number }>('train_ai_search', { maxAttempts: 5 });

export const trainHandler = (context: AiSearchContext): TaskHandler =>
  handleTask(trainTask, async ({ companyId, searchId }) => {
    const { database } = context;
    const known = await database.readInCompany(companyId, async (tx) => {
      const row = await findSearch(tx, searchId);
      return row && { row, feedback: await listFeedback(tx, searchId) };
    });
    if (!known || known.row.state !== 'found') return;
    const { row, feedback } = known;
    const judged = new Map(feedback.map((one) => [one.profile_id, one.value]));
    const { ids, prefers, avoids } = await rankPool(context, row, { pool: row.pool, judged });
    const found = new Set(row.pool);
    await database.inCompany(companyId, async (tx) => {
      const learned = judged.size > 0 ? { prefers, avoids } : null;
      const ranked = ids.filter((id) => found.has(id));
      if (await keepTrained(tx, searchId, { version: row.feedback_version, run: row.run, ranked, learned })) await announceSearch(tx, row);
    });
  });
