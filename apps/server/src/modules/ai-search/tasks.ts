import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import { startLoop } from '#platform/loop.ts';
import { definePeriodic, defineTask, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type AiSearchContext, announceSearch, processSearch, rankPool } from './service.ts';
import {
  type AiSearchRow,
  beginTry,
  failRun,
  findSearch,
  giveTryBack,
  isRunning,
  keepTrained,
  listFeedback,
  listUnlearned,
} from './store.ts';

/** A run that brought its process down so often is not begun again. */
const maxTries = 3;
/** So soon a run ends that was cancelled, or overtaken by a changed query. */
const lookEveryMs = 1000;
/** A run that the engine could not take is begun again after so long. */
const passingMs = 5000;
/** A model that is not up to date so long after the last judgement was given up by the queue. */
const trainingPatienceMs = 60_000;

const runTask = defineTask('run_ai_search', z.object({ companyId: z.int(), searchId: z.int(), run: z.int() }));

/** Learns from the judgements of one search and puts its people in a new order. */
const trainTask = defineTask('train_ai_search', z.object({ companyId: z.int(), searchId: z.int() }), { maxAttempts: 5 });

/** Queues the present run of a search, in the transaction that began it. */
export const queueRun = (tx: Tx, row: Pick<AiSearchRow, 'id' | 'company_id' | 'run'>, runAt?: Date) =>
  enqueue(tx, runTask, {
    payload: { companyId: row.company_id, searchId: row.id, run: row.run },
    key: `run-ai-search-${row.id}`,
    ...(runAt ? { runAt } : {}),
  });

/** A task that waits already is replaced: several judgements are learnt from at once. */
export const queueTraining = (tx: Tx, { id, company_id: companyId }: Pick<AiSearchRow, 'id' | 'company_id'>) =>
  enqueue(tx, trainTask, { payload: { companyId, searchId: id }, key: `train-ai-search-${id}` });

/** Carries runs out, in a process that holds the index. One whose process dies is taken up by another. */
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
    const looking = startLoop({
      clock: context.clock,
      log: context.log,
      failed: 'an AI search could not be asked whether it is still wanted',
      everyMs: lookEveryMs,
      beginsWithPause: true,
      turn: async () => {
        if (!(await inCompany((tx) => isRunning(tx, row)))) unwanted.abort();
      },
    });
    const outcome = await processSearch(context, row, AbortSignal.any([stopping, unwanted.signal])).finally(looking.stop);
    if (outcome === 'over' || unwanted.signal.aborted) return;
    // Nothing was wrong with it: another process, or this one a little later, goes on.
    const runAt = new Date(context.clock.now().getTime() + (outcome === 'put_off' ? passingMs : 0));
    await inCompany(async (tx) => {
      if (await giveTryBack(tx, row)) await queueRun(tx, row, runAt);
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
      if (await keepTrained(tx, searchId, { version: row.feedback_version, run: row.run, ranked, learned })) await announceSearch(tx, row);
    });
  });

/** Queues again what was to be learnt and whose task was given up. */
export const relearnHandler = ({ database, clock }: AiSearchContext): TaskHandler =>
  definePeriodic('learn_from_judgements', '* * * * *', async () => {
    const judgedBefore = new Date(clock.now().getTime() - trainingPatienceMs);
    for (const row of await database.readAsSystem((tx) => listUnlearned(tx, judgedBefore))) {
      await database.inCompany(row.company_id, (tx) => queueTraining(tx, row));
    }
  });
