import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import { startLoop } from '#platform/loop.ts';
import { definePeriodic, defineTask, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type AiSearchContext, announceSearch, processSearch, rankPool } from './service.ts';
import { type AiSearchRow, beginTry, failRun, findSearch, undoTry, isRunning, saveTrained, listFeedback, listUnlearned } from './store.ts';

/** Attempts before a run that crashes its process fails. */
const maxTries = 3;
const cancelCheckMs = 1000;
const retryDelayMs = 5000;
/** Training older than this was dropped by the queue. */
const trainingTimeoutMs = 60_000;

const runTask = defineTask('run_ai_search', z.object({ companyId: z.int(), searchId: z.int(), run: z.int() }));

const trainTask = defineTask('train_ai_search', z.object({ companyId: z.int(), searchId: z.int() }), { maxAttempts: 5 });

export const queueRun = (tx: Tx, row: Pick<AiSearchRow, 'id' | 'company_id' | 'run'>, runAt?: Date) =>
  enqueue(tx, runTask, {
    payload: { companyId: row.company_id, searchId: row.id, run: row.run },
    key: `run-ai-search-${row.id}`,
    ...(runAt ? { runAt } : {}),
  });

/** Replaces a waiting task, so several ratings are learned together. */
export const queueTraining = (tx: Tx, { id, company_id: companyId }: Pick<AiSearchRow, 'id' | 'company_id'>) =>
  enqueue(tx, trainTask, { payload: { companyId, searchId: id }, key: `train-ai-search-${id}` });

/** Another process takes over if this one crashes. */
export const runHandler = (context: AiSearchContext): TaskHandler =>
  handleTask(runTask, async ({ companyId, searchId: id, run }, stopping) => {
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) => context.database.inCompany(companyId, work);
    const row = await inCompany((tx) => beginTry(tx, { id, run }));
    if (!row) return;
    if (row.tries > maxTries) {
      await inCompany(async (tx) => {
        if (await failRun(tx, row, 'ai_search_failed')) await announceSearch(tx, row);
      });
      return;
    }
    const unwanted = new AbortController();
    const cancelCheck = startLoop({
      clock: context.clock,
      log: context.log,
      failed: 'AI search cancellation check failed',
      everyMs: cancelCheckMs,
      beginsWithPause: true,
      turn: async () => {
        if (!(await inCompany((tx) => isRunning(tx, row)))) unwanted.abort();
      },
    });
    const outcome = await processSearch(context, row, AbortSignal.any([stopping, unwanted.signal])).finally(cancelCheck.stop);
    if (outcome === 'done' || unwanted.signal.aborted) return;
    // The attempt does not count: nothing was wrong with the run.
    const runAt = new Date(context.clock.now().getTime() + (outcome === 'deferred' ? retryDelayMs : 0));
    await inCompany(async (tx) => {
      if (await undoTry(tx, row)) await queueRun(tx, row, runAt);
    });
  });

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
      if (await saveTrained(tx, searchId, { version: row.feedback_version, run: row.run, ranked, learned })) await announceSearch(tx, row);
    });
  });

export const relearnHandler = ({ database, clock }: AiSearchContext): TaskHandler =>
  definePeriodic('learn_from_judgements', '* * * * *', async () => {
    const judgedBefore = new Date(clock.now().getTime() - trainingTimeoutMs);
    for (const row of await database.readAsSystem((tx) => listUnlearned(tx, judgedBefore))) {
      await database.inCompany(row.company_id, (tx) => queueTraining(tx, row));
    }
  });
