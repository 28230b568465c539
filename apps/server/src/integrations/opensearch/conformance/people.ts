import type { SearchDocument } from '#modules/search/port.ts';

export const person = (id: number, more: Partial<SearchDocument> = {}): SearchDocument => ({
  id,
  owner: 0,
  freshness: 0.5,
  completeness: 0.5,
  terms: { skill: ['python'] },
  numbers: { age: 30 },
  texts: { name: ['Ivan Petrov'], currentTitle: ['Senior Developer'] },
  points: {},
  ...more,
});
