import { enqueue } from '#platform/queue/queue.ts';
import { type AiSearchContext, announceSearch, leaseFrom, processSearch } from './service.ts';
import { type AiSearchRow, failRun, listUnfinished, takeOver } from './store.ts';
import { trainTask } from './training.ts';

const sweepEveryMs = 10_000;
/** A model that is not up to date so long after the last judgement was forgotten by the queue. */
const trainingPatienceMs = 60_000;
/** A run that brought its process down so often is not begun again. */
const maxTries = 3;

/** Runs of this process, and those whose process has died. */
export interface AiSearchRuns {
  /** Works on a search that this process has just stored; call it once its transaction is over. */
  begin(row: AiSearchRow): void;
  /** Stops the work on a search in this process; other processes notice that it was cancelled. */
  abort(searchId: number): void;
  start(): void;
  stop(): Promise<void>;
}

export function createRuns(context: AiSearchContext): AiSearchRuns {
  const { database, clock, log } = context;
  const working = new Map<number, { controller: AbortController; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let isStopped = false;

  const begin = (row: AiSearchRow) => {
    if (isStopped) return;
    working.get(row.id)?.controller.abort();
    const controller = new AbortController();
    const done = processSearch(context, row, controller.signal)
      .catch((error: unknown) => log.error({ err: error, search: row.id }, 'an AI search ended badly'))
      .finally(() => {
        if (working.get(row.id)?.controller === controller) working.delete(row.id);
      });
    working.set(row.id, { controller, done });
  };

  async function takeUp(searchId: number, companyId: number): Promise<void> {
    const now = clock.now();
    const row = await database.inCompany(companyId, (tx) => takeOver(tx, searchId, { now, leaseUntil: leaseFrom(now) }));
    if (!row) return;
    if (row.tries <= maxTries) return begin(row);
    await database.inCompany(companyId, async (tx) => {
      if (await failRun(tx, row, 'ai_search_failed')) await announceSearch(tx, row);
    });
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    const judgedBefore = new Date(now.getTime() - trainingPatienceMs);
    const unfinished = await database.readAsSystem((tx) => listUnfinished(tx, { now, judgedBefore }));
    for (const row of unfinished) {
      if (row.is_processing) await takeUp(row.id, row.company_id);
      else
        await database.inCompany(row.company_id, (tx) =>
          enqueue(tx, trainTask, trainingOf({ companyId: row.company_id, searchId: row.id })),
        );
    }
  }

  const turn = () => {
    sweeping = sweep().catch((error: Error) => log.warn({ reason: error.message }, 'unfinished AI searches could not be looked for'));
  };

  return {
    begin,
    abort: (searchId) => working.get(searchId)?.controller.abort(),
    start() {
      turn();
      timer = setInterval(turn, sweepEveryMs);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const { controller } of working.values()) controller.abort();
      await Promise.all([sweeping, ...[...working.values()].map(({ done }) => done)]);
    },
  };
}

/** A task of the queue that waits already is replaced: several judgements are learnt from at once. */
export const trainingOf = (payload: { companyId: number; searchId: number }) => ({ payload, key: `train-ai-search-${payload.searchId}` });
