import { contract } from '@headwater/contract/contract';
import { decodeSearch } from '@headwater/domain/query/address';
import { type FoundProfile, foundProfile, type Suggestion } from '@headwater/contract/search';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { answerOf, emptiestOf } from './emptiest.ts';
import type { StubServer } from './stub-server.ts';

const blank = emptiestOf(foundProfile);
const blankSuggestion: Suggestion = {
  id: '1',
  name: '',
  suggested_word: '',
  synonyms: [],
  variants: [],
  is_exact: false,
  is_beginning: true,
  is_known: true,
  is_city: false,
  is_main_skill: false,
  place: null,
  count: 5,
};

export const personOf = (id: number, more: Partial<FoundProfile> = {}): FoundProfile => ({
  ...blank,
  id,
  name: `Person ${id}`,
  title: 'Engineer',
  ...more,
});

export const suggestionOf = (name: string, more: Partial<Suggestion> = {}): Suggestion => ({
  ...blankSuggestion,
  id: name,
  name,
  suggested_word: name,
  ...more,
});

const valueOf = (id: string, name: string) => ({ id, name, count: 12, checked: false, excluded: false });
const contacts = [valueOf('any', 'Any'), valueOf('email', 'Email'), valueOf('phone', 'Phone')];

/** Answers every search with pages of the same people. */
export function answerSearch(server: StubServer, people = Array.from({ length: 45 }, (_one, at) => personOf(at + 1))): void {
  const { search, searchHistory, profiles } = contract;
  server.on(search.find, ({ page = 1, per_page: size = 20 }) =>
    answerOf(search.find, {
      profiles: people.slice((page - 1) * size, page * size),
      total: people.length,
      pages: { current: page, total: Math.ceil(people.length / size) },
      query_id: 7,
      profile_referer: 'search:7',
    }),
  );
  server.on(search.count, ({ facets = [] }) =>
    answerOf(search.count, {
      payload: { ...answerOf(search.count).payload, count: people.length },
      facets: Object.fromEntries(facets.map((facet) => [facet, { values: facet === 'contacts' ? contacts : [], histogram: null }])),
    }),
  );
  server.on(search.counts, ({ searches }) => ({ counts: searches.map(() => people.length), took_ms: 1 }));
  server.on(search.chips, ({ chips }) => ({ count: people.length, without: chips.map(() => people.length + 10), took_ms: 1 }));
  server.on(search.suggest, () => ({}));
  server.on(searchHistory.record, () => answerOf(searchHistory.record));
  server.on(profiles.get, ({ id }) => answerOf(profiles.get, { doc_id: id, name: people.find((one) => one.id === id)?.name ?? '' }));
}

export const searchInAddress = () => decodeSearch(location.search.slice(1)).search;
export const termsInAddress = () =>
  searchInAddress().query.map((entity) =>
    entity.type === 'APPLIED_TERM' ? `${entity.data.is_excluded ? '-' : ''}${entity.data.text}` : '',
  );
export const foundPeople = () =>
  waitFor(() => expect(document.querySelector('[aria-busy="false"] [data-profile]')).not.toBeNull()).then(() => [
    ...document.querySelectorAll<HTMLElement>('[data-profile]'),
  ]);
export const searchPath = (parts: Record<string, string>) => `/profiles/?${new URLSearchParams(parts).toString()}`;
