import { encodeQuery } from '@headwater/domain/query/query-address';
import type { QueryType } from '@headwater/domain/query/query-types';
import type { Actor } from '@headwater/domain/roles';
import { pagesOf } from '#platform/http/pagination.ts';
import { findProfileCards, requireProfile } from '#modules/profiles/public.ts';
import { similarityQuery } from '../query/similarity-query.ts';
import { knownIds, seedIds } from '../store/seeds.ts';
import { hydrateHits } from './hydrate.ts';
import { lastPagedResult, readySearch, runSearch, type SearchContext } from './run-search.ts';

interface Paging {
  page: number;
  perPage: number;
}

interface Likeness {
  query: string;
  /** Ascending. */
  leftOut: Uint32Array;
  referer: `${QueryType}:${number}`;
}

const emptyPage = ({ query, referer }: Likeness, page: number) => ({
  profiles: [],
  query,
  pages: { current: page, total: 1 },
  total: 0,
  query_total: 0,
  profile_referer: referer,
  took_ms: 0,
});

async function findAlike(context: SearchContext, actor: Actor, { likeness, page, perPage }: { likeness: Likeness } & Paging) {
  const { query, leftOut, referer } = likeness;
  if (query === '' || page * perPage > lastPagedResult) return emptyPage(likeness, page);
  const ready = await readySearch(context, actor, { request: { query, filters: '', folderId: null }, ranking: 'relevance' });
  const { prepared } = ready;
  const tree = { op: 'and', of: [prepared.tree, { op: 'not', of: { op: 'ids', ids: leftOut } }] } as const;
  const [result, opened] = await Promise.all([
    runSearch({ ...ready, prepared: { ...prepared, tree } }, { page, perPage }),
    runSearch(ready, { perPage: 0 }),
  ]);
  const { profiles } = await context.database.readInCompany(actor.company.id, (tx) =>
    hydrateHits(tx, actor, { hits: result.hits, terms: prepared.terms, today: context.clock.now() }),
  );
  return {
    profiles,
    query,
    pages: pagesOf({ page, perPage, count: result.total }),
    total: result.total,
    query_total: opened.total,
    profile_referer: referer,
    took_ms: Math.round(result.tookMs * 10) / 10,
  };
}

export async function findSimilar(context: SearchContext, actor: Actor, { id, ...paging }: { id: number } & Paging) {
  const [card] = await context.database.readInCompany(actor.company.id, async (tx) => {
    await requireProfile(tx, id);
    return findProfileCards(tx, [id], actor);
  });
  const query = encodeQuery(similarityQuery(card ? [card] : []));
  return findAlike(context, actor, { likeness: { query, leftOut: Uint32Array.of(id), referer: `similar:${id}` }, ...paging });
}

export async function findRecommended(context: SearchContext, actor: Actor, { folderId, ...paging }: { folderId: number | null } & Paging) {
  const { userId } = actor;
  // Rejects a vacancy that the user cannot see.
  if (folderId !== null) await readySearch(context, actor, { request: { query: '', filters: '', folderId }, ranking: 'relevance' });
  const { cards, leftOut } = await context.database.readInCompany(actor.company.id, async (tx) => {
    const seedInput = { userId, folderId, now: context.clock.now() };
    const seeds = await seedIds(tx, seedInput);
    return { cards: await findProfileCards(tx, seeds, actor), leftOut: await knownIds(tx, seedInput) };
  });
  const likeness = { query: encodeQuery(similarityQuery(cards)), leftOut, referer: `recommended:${folderId ?? userId}` } as const;
  return findAlike(context, actor, { likeness, ...paging });
}
