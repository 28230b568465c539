import { decodeFilters } from '@headwater/domain/query/filters-address';
import { decodeQuery, encodeQuery } from '@headwater/domain/query/query-address';
import type { Actor } from '@headwater/domain/roles';
import { requireProfile } from '#modules/profiles/public.ts';
import { allResultIds, foundCards } from '#modules/search/public.ts';
import { AppError, FieldErrors, type Said } from '#platform/errors.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { presentError, presentLearned, presentQuery, presentState, stateOf } from './present.ts';
import { type AiSearchContext, announceSearch } from './service.ts';
import { beginRun, cancelRun, findOwnSearch, insertSearch, saveFeedback, listFeedback, lockOwnSearch, type Understood } from './store.ts';
import type { RequiredLevel } from './tables.ts';
import { queueRun, queueTraining } from './tasks.ts';

export interface PersonQuery {
  q: string;
  f: string;
  levels: RequiredLevel[];
}

const fieldError = ({ key, position, parts }: { key: Said['key']; position: number; parts?: Said['parts'] }): Said => ({
  key,
  parts: { position: position + 1, ...parts },
});

/** AIS-002. Throws FieldErrors at `q` or `f`. */
function personQuery(request: string, { q, f, levels }: PersonQuery): Understood {
  const [query, filters] = [decodeQuery(q), decodeFilters(f)];
  const faults: Record<string, Said> = {};
  if (!query.ok && query.errors[0]) faults['q'] = fieldError(query.errors[0]);
  if (!filters.ok && filters.errors[0]) faults['f'] = fieldError(filters.errors[0]);
  if (!query.ok || !filters.ok) throw new FieldErrors(faults);
  const chips = query.value.filter((entity) => entity.type !== 'AI');
  return {
    query: encodeQuery([{ type: 'AI', text: request }, ...chips]),
    filters: f,
    levels,
    rest: [],
    madeBy: 'person',
    modelFailed: false,
  };
}

/** Throws the errors of the search itself, or 503 without an engine (AIS-005). */
async function checkSearch(services: AiSearchContext, actor: Actor, request: { query: string; filters: string; folderId: number | null }) {
  try {
    await allResultIds(services, actor, { ...request, limit: 1 });
  } catch (error) {
    if (error instanceof FieldErrors) {
      const { folderId, ...others } = error.fields;
      throw new FieldErrors(folderId ? { ...others, folder_id: folderId } : others);
    }
    if (error instanceof AppError && ['search_building', 'search_not_ready', 'search_busy', 'search_too_slow'].includes(error.key)) {
      throw new AppError('ai_search_not_started');
    }
    throw error;
  }
}

export async function startSearch(
  services: AiSearchContext,
  actor: Actor,
  { text, folderId, query }: { text: string; folderId: number | null; query: PersonQuery | undefined },
) {
  const understood = query && personQuery(text, query);
  await checkSearch(services, actor, { query: understood?.query ?? '', filters: understood?.filters ?? '', folderId });
  const row = await services.database.inCompany(actor.company.id, async (tx) => {
    const search = { companyId: actor.company.id, userId: actor.userId, folderId, request: text, understood, now: services.clock.now() };
    const begun = await insertSearch(tx, search);
    await queueRun(tx, begun);
    return begun;
  });
  return presentState(row);
}

export async function changeSearch(services: AiSearchContext, actor: Actor, { id, ...query }: PersonQuery & { id: number }) {
  const before = await services.database.readInCompany(actor.company.id, (tx) => findOwnSearch(tx, id, actor.userId));
  if (!before) throw new AppError('not_found');
  const understood = personQuery(before.request, query);
  await checkSearch(services, actor, { query: understood.query, filters: understood.filters, folderId: before.folder_id });
  const row = await services.database.inCompany(actor.company.id, async (tx) => {
    if (!(await lockOwnSearch(tx, id, actor.userId))) throw new AppError('not_found');
    const begun = await beginRun(tx, id, understood);
    await queueRun(tx, begun);
    await announceSearch(tx, begun);
    return begun;
  });
  return presentState(row);
}

export async function cancelSearch({ database }: AiSearchContext, actor: Actor, id: number) {
  const cancelled = await database.inCompany(actor.company.id, async (tx) => {
    const row = await lockOwnSearch(tx, id, actor.userId);
    if (!row) throw new AppError('not_found');
    if (!(await cancelRun(tx, row))) throw new AppError('ai_search_over');
    await announceSearch(tx, row);
    return { ...row, state: 'cancelled' as const };
  });
  return presentState(cancelled);
}

/** AIS-004, AIS-006: null removes the rating. */
export async function rateProfile(
  { database, clock }: AiSearchContext,
  actor: Actor,
  { id, profileId, value }: { id: number; profileId: number; value: 'like' | 'dislike' | null },
) {
  const row = await database.inCompany(actor.company.id, async (tx) => {
    const search = await lockOwnSearch(tx, id, actor.userId);
    if (!search) throw new AppError('not_found');
    await requireProfile(tx, profileId);
    if (search.state !== 'found') throw new AppError('ai_search_not_found_yet');
    await saveFeedback(tx, search, { profileId, value, now: clock.now() });
    await queueTraining(tx, search);
    await announceSearch(tx, search);
    return { ...search, feedback_version: search.feedback_version + 1 };
  });
  return presentState(row);
}

export async function showSearch(
  services: AiSearchContext,
  actor: Actor,
  { id, page, perPage }: { id: number; page: number; perPage: number },
) {
  const known = await services.database.readInCompany(actor.company.id, async (tx) => {
    const row = await findOwnSearch(tx, id, actor.userId);
    return row && { row, feedback: await listFeedback(tx, id) };
  });
  if (!known) throw new AppError('not_found');
  const { row, feedback } = known;
  const values = new Map(feedback.map((one) => [one.profile_id, one.value]));
  const shown = row.state === 'found' ? row.ranked.slice((page - 1) * perPage, page * perPage) : [];
  const cards = await foundCards(services, actor, {
    ids: shown,
    // No folder: the vacancy may have been hidden from the user since.
    request: { query: row.query ?? '', filters: row.filters ?? '', folderId: null },
  });
  return {
    id,
    text: row.request,
    folder_id: row.folder_id,
    state: stateOf(row),
    error: presentError(row, actor.language),
    query: presentQuery(row, actor.language),
    total: row.total,
    ranked: row.ranked.length,
    profiles: cards.map((card) => ({ ...card, feedback: values.get(card.id) ?? null })),
    pages: pagesOf({ page, perPage, count: row.ranked.length }),
    learned: presentLearned(row, [...values.values()], actor.language),
    created_at: row.created_at.toISOString(),
  };
}
