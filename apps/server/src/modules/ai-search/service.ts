import type { MessageKey } from '@headwater/contract/errors';
import { decodeQuery } from '@headwater/domain/query/query-address';
import { termsOf } from '@headwater/domain/query/term';
import type { Actor } from '@headwater/domain/roles';
import { allResultIds, type SearchContext } from '#modules/search/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { LanguageModel } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import { featuresOf, priorOf } from './learning/features.ts';
import { type Judgement, type Ranking, rankPeople } from './learning/rank.ts';
import { understandRequest } from './proposal/understand.ts';
import { type AiSearchRow, failRun, findSearch, saveFound, saveUnderstood, listFeedback, type ReadProfile, readProfiles } from './store.ts';

export interface AiSearchContext extends SearchContext {
  log: Log;
  model: LanguageModel | undefined;
  /** Undefined if the user is inactive or deleted. */
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
}

export const poolSize = 1_000;
const chunk = 100;

export const announceSearch = (tx: Tx, row: Pick<AiSearchRow, 'id' | 'company_id' | 'user_id'>) =>
  publish(tx, { companyId: row.company_id, userId: row.user_id, topic: 'ai_search', ids: [row.id] });

/** Keeps the order of the ids. Reads in batches to let other requests run. */
async function readFeatures({ database, clock }: AiSearchContext, companyId: number, ids: readonly number[]) {
  const people = new Map<number, ReturnType<typeof featuresOf>>();
  for (let at = 0; at < ids.length; at += chunk) {
    const profiles: ReadProfile[] = await database.readInCompany(companyId, (tx) => readProfiles(tx, ids.slice(at, at + chunk)));
    for (const profile of profiles) people.set(profile.id, featuresOf(profile, clock.now()));
  }
  return ids.flatMap((id) => {
    const features = people.get(id);
    return features ? [{ id, features }] : [];
  });
}

export async function rankPool(
  context: AiSearchContext,
  row: Pick<AiSearchRow, 'company_id' | 'query' | 'levels'>,
  { pool, judged }: { pool: readonly number[]; judged: ReadonlyMap<number, Judgement> },
): Promise<Ranking> {
  const decoded = decodeQuery(row.query ?? '');
  const terms = decoded.ok ? termsOf(decoded.value) : [];
  const ids = [...new Set([...pool, ...judged.keys()])];
  return rankPeople({ people: await readFeatures(context, row.company_id, ids), judged, prior: priorOf(terms, row.levels) });
}

const temporaryErrors: readonly MessageKey[] = ['search_building', 'search_not_ready', 'search_busy'];

const messageOf = (error: unknown): MessageKey => {
  if (error instanceof AppError) return error.key;
  if (error instanceof FieldErrors) return Object.values(error.fields)[0]?.key ?? 'ai_search_failed';
  return 'ai_search_failed';
};

/** `deferred`: the engine is temporarily unavailable. `stopped`: the signal aborted the run. */
export type RunOutcome = 'done' | 'deferred' | 'stopped';

/** Changes nothing if the run was cancelled or replaced. */
export async function processSearch(context: AiSearchContext, row: AiSearchRow, signal: AbortSignal): Promise<RunOutcome> {
  const { database, log } = context;
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompany(row.company_id, work);
  try {
    const actor = await inCompany((tx) => context.findActor(tx, row.user_id));
    if (!actor) throw new AppError('job_person_gone');
    let current: AiSearchRow | undefined = row;
    if (row.query === null) {
      const understood = await understandRequest(context, { text: row.request, language: actor.language, signal });
      current = await inCompany(async (tx) => {
        if (!(await saveUnderstood(tx, row, understood))) return undefined;
        await announceSearch(tx, row);
        return findSearch(tx, row.id);
      });
    }
    if (signal.aborted) return 'stopped';
    if (!current) return 'done';
    const request = { query: current.query ?? '', filters: current.filters ?? '', folderId: current.folder_id };
    const { ids: pool, total } = await allResultIds(context, actor, { ...request, limit: poolSize });
    const feedback = await inCompany((tx) => listFeedback(tx, row.id));
    const judged = new Map(feedback.map((one) => [one.profile_id, one.value]));
    const ranking = await rankPool(context, current, { pool, judged });
    await inCompany(async (tx) => {
      // The changed query may no longer find all rated people.
      const found = new Set(pool);
      if (await saveFound(tx, row, { total, pool, ranked: ranking.ids.filter((id) => found.has(id)) })) await announceSearch(tx, row);
    });
  } catch (error) {
    if (signal.aborted) return 'stopped';
    const key = messageOf(error);
    if (temporaryErrors.includes(key)) return 'deferred';
    if (key === 'ai_search_failed') log.error({ err: error, search: row.id }, 'AI search failed');
    await inCompany(async (tx) => {
      if (await failRun(tx, row, key)) await announceSearch(tx, row);
    });
  }
  return 'done';
}
