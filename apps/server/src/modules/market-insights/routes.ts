import { marketInsights as contract } from '@headwater/contract/market-insights';
import type { Facet } from '@headwater/domain/query/facets';
import { implement } from '@orpc/server';
import { countProfiles, findVisibleFolder, type SearchContext } from '#modules/search/public.ts';
import type { RequestContext } from '#platform/http/context.ts';

type Counted = Awaited<ReturnType<typeof countProfiles>>['facets'];
type Row = { name: string; count: number };

const most = 20;
const facets: Facet[] = ['location', 'lastCompany', 'specialization', 'mainSkillHigh', 'seniorityLevel', 'experience'];

/** Equal counts keep the order of the facet. */
const sorted = (rows: readonly Row[]) =>
  rows
    .filter((row) => row.count > 0)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, most);

/** Countries and towns have names of their own; regions go by a code that says the same once more. */
const isRegion = (id: string) => /^[A-Z]{2}\./.test(id);

const rowsOf = (counted: Counted, facet: Facet) =>
  sorted((counted[facet]?.values ?? []).filter(({ id }) => !isRegion(id)).map(({ name, count }) => ({ name, count: count ?? 0 })));

function experienceRows(counted: Counted): Row[] {
  const histogram = counted.experience?.histogram;
  if (!histogram) return [];
  const { edges, counts, above } = histogram;
  return sorted([
    ...counts.map((count, at) => ({ name: `${edges[at] ?? 0}–${edges[at + 1] ?? 0}`, count })),
    { name: `${edges.at(-1) ?? 0}+`, count: above },
  ]);
}

export function marketInsightsRoutes(services: SearchContext) {
  const api = implement(contract).$context<RequestContext>();
  return {
    find: api.find.handler(async ({ input, context: { actor, signal } }) => {
      const folderId = input.folder_id ?? null;
      const asked = {
        query: input.query,
        filters: input.filters,
        folderId,
        names: { query: 'query', filters: 'filters', folder: 'folder_id' },
      };
      const { facets: counted, payload } = await countProfiles(services, actor, { asked, ranking: 'relevance', facets, signal });
      const folder = folderId === null ? undefined : await findVisibleFolder(services, actor, folderId);
      return {
        insights: {
          location: rowsOf(counted, 'location'),
          company: rowsOf(counted, 'lastCompany'),
          position: rowsOf(counted, 'specialization'),
          skill: rowsOf(counted, 'mainSkillHigh'),
          seniority: rowsOf(counted, 'seniorityLevel'),
          experience: experienceRows(counted),
        },
        total: payload.count,
        folder_id: folder?.id ?? null,
        folder_name: folder?.name ?? null,
      };
    }),
  };
}
