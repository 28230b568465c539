import { decodeQuery } from '@headwater/domain/query/query-address';
import { termsOf } from '@headwater/domain/query/term';
import type { AiSearch } from '#features/ai-search/api/ai-search.ts';
import { type ListedPage, perPage, type ResultSource, searchItself } from '#features/search/api/find-profiles.ts';

function pageOf({ profiles, pages, total, ranked, query }: AiSearch): ListedPage {
  const read = decodeQuery(query?.q ?? '');
  const terms = new Set((read.ok ? termsOf(read.value) : []).filter((term) => !term.is_excluded).map((term) => term.text));
  return {
    profiles: profiles.map((profile) => ({ ...profile, why: profile.why.filter(({ text }) => terms.has(text)) })),
    pages,
    total,
    reach: Math.min(ranked, total),
  };
}

export const aiSource = (made: AiSearch): ResultSource => ({
  id: `ai-${made.id}`,
  version: JSON.stringify([made.state, made.query?.q, made.query?.f, made.profiles.map(({ id, feedback }) => [id, feedback])]),
  perPage,
  fetch: (search, signal) => (search.ranking === 'relevance' ? Promise.resolve(pageOf(made)) : searchItself.fetch(search, signal)),
});
