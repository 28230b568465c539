import type { Actor } from '@headwater/domain/roles';
import { decodeQuery } from '@headwater/domain/query/query-address';
import { termsOf } from '@headwater/domain/query/term';
import type { Ranking } from '@headwater/domain/query/rankings';
import { guessContacts } from '#modules/profiles/public/contacts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { SearchError, type SearchOptions, type SearchPort, type SearchResult, type SearchSelection, type SearchSort } from '../port.ts';
import { type SearchRequest, type Prepared, mayKeepPlans, prepareSearch } from '../query/prepare-search.ts';
import { guessesOf } from '../query/contact-keys.ts';
import { findFolder } from '../store/company-ids.ts';
import { queryEngine, type SearchService } from '../service.ts';

export interface SearchContext {
  database: Database;
  clock: Clock;
  search: SearchService;
}

const sorts: Record<Ranking, SearchSort> = {
  relevance: { by: 'relevance' },
  updated: { by: 'number', field: 'updated', order: 'desc' },
  experience: { by: 'number', field: 'experience', order: 'desc' },
};

/** Per request, so that one user does not fill the engine's queue. */
export const parallelSearches = 4;

/** The engine does not page further. */
export const lastPagedResult = 10_000;

const ownChangeMs = 1_000;

async function waitForOwnChange(engine: SearchPort, positions: readonly number[], signal: AbortSignal | undefined): Promise<void> {
  try {
    const options = { timeoutMs: ownChangeMs, ...(signal ? { signal } : {}) };
    await Promise.all(positions.map((position) => engine.waitFor(position, options)));
  } catch (error) {
    // A large import may still be indexing: answer with the current index.
    if (!(error instanceof SearchError) || error.code !== 'timeout') throw error;
  }
}

export interface Ready {
  engine: SearchPort;
  prepared: Prepared;
  selection: SearchSelection;
}

/** Closed contacts that the search may compare with; ADR 94 limits them per person and day. */
async function allowedGuesses(database: Database, actor: Actor, { request, now }: { request: SearchRequest; now: Date }) {
  const entities = decodeQuery(request.query);
  const keys = entities.ok ? guessesOf(termsOf(entities.value)) : [];
  if (keys.length === 0) return { allowed: [], refused: [] };
  return database.inCompany(actor.company.id, (tx) => guessContacts(tx, actor, { keys, now }));
}

/** Waits until the engine has indexed the user's own changes. */
export async function readySearch(
  { database, clock, search }: SearchContext,
  actor: Actor,
  { request, ranking, signal }: { request: SearchRequest; ranking: Ranking; signal?: AbortSignal | undefined },
): Promise<Ready> {
  const now = clock.now();
  const guesses = await allowedGuesses(database, actor, { request, now });
  const prepared = await database.readInCompany(actor.company.id, (tx) => prepareSearch(tx, actor, { request, guesses, now }), {
    isPrepared: mayKeepPlans(request),
  });
  const engine = await search.ready();
  await queryEngine(waitForOwnChange(engine, prepared.positions, signal));
  const selection: SearchSelection = {
    scope: { companyId: actor.company.id },
    filters: prepared.filters,
    sets: prepared.sets,
    sort: sorts[ranking],
    ...(signal ? { signal } : {}),
  };
  return { engine, prepared, selection };
}

export const runSearch = (
  { engine, prepared, selection }: Ready,
  options: Omit<SearchOptions, keyof SearchSelection>,
): Promise<SearchResult> => queryEngine(engine.search(prepared.tree, { ...selection, ...options }));

export const findVisibleFolder = ({ database }: Pick<SearchContext, 'database'>, actor: Actor, folderId: number) =>
  database.readInCompany(actor.company.id, (tx) => findFolder(tx, folderId, actor));
