import type { Suggestion } from '@headwater/contract/search';
import { fieldTypes, type QueryField } from '@headwater/domain/query/fields';
import { suggestedTerm } from '@headwater/domain/query/suggested-term';
import { everything, type SearchPort } from '../port.ts';
import { termNode } from '../query/term-nodes.ts';
import type { FacetName } from '../schema.ts';

export type Suggested = Partial<Record<QueryField, Suggestion[]>>;

/** The engine caches the totals of these facets. */
const countedBy: Partial<Record<QueryField, FacetName>> = {
  location: 'location',
  locationRange: 'location',
  companySearch: 'lastCompany',
  lastCompanySearch: 'lastCompany',
  pastCompanySearch: 'pastCompany',
  position: 'specialization',
  lastPosition: 'specialization',
  educationSearch: 'education',
  mainSkillHigh: 'mainSkillHigh',
};

const isExactFacet = (field: QueryField) => field === 'location' || field === 'locationRange' || field === 'mainSkillHigh';

const isCounted = (field: QueryField) => !['none', 'folder'].includes(fieldTypes[field].suggest) && field !== 'preferableSkill';

const mostSearches = 100;
const atOnce = 4;

interface Counting {
  companyId: number;
  signal: AbortSignal;
}

export async function estimateCounts(engine: SearchPort, { companyId, signal }: Counting, answer: Suggested): Promise<void> {
  const fields = (Object.keys(answer) as QueryField[]).filter((field) => countedBy[field] && answer[field]?.length);
  if (fields.length === 0) return;
  const facets = new Map<FacetName, string[]>();
  for (const field of fields) {
    const facet = countedBy[field] as FacetName;
    facets.set(facet, [...(facets.get(facet) ?? []), ...(answer[field] ?? []).map((one) => one.id)]);
  }
  const requests = [...facets].map(([facet, always]) => ({ facet, always: [...new Set(always)], limit: 1 }));
  const result = await engine.search(everything, { scope: { companyId }, perPage: 0, facets: requests, signal }).catch(() => undefined);
  signal.throwIfAborted();
  for (const field of result ? fields : []) {
    const counts = new Map(result?.facets[countedBy[field] as FacetName]?.map((value) => [value.value, value.count]));
    for (const one of answer[field] ?? []) one.count = counts.get(one.id) ?? 0;
  }
}

/** Null if the engine cannot answer. */
export async function countSuggestions(engine: SearchPort, { companyId, signal }: Counting, answer: Suggested): Promise<void> {
  const open = (Object.entries(answer) as [QueryField, Suggestion[]][])
    .filter(([field]) => isCounted(field) && !isExactFacet(field))
    .flatMap(([field, list]) => list.map((one) => ({ field, one })));
  for (const { one } of open) one.count = null;
  const counted = open.slice(0, mostSearches);
  for (let at = 0; at < counted.length; at += atOnce) {
    signal.throwIfAborted();
    await Promise.all(
      counted.slice(at, at + atOnce).map(async ({ field, one }) => {
        const found = await engine
          .search(termNode(suggestedTerm(one, field), ''), { scope: { companyId }, perPage: 0, signal })
          .catch(() => undefined);
        one.count = found?.total ?? null;
      }),
    );
  }
}
