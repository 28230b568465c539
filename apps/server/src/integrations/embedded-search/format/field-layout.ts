import type { SearchSchema } from '#modules/search/schema.ts';

export const columnFields = ({ facets }: SearchSchema): Set<string> =>
  new Set(Object.values(facets).flatMap((facet) => (facet.kind === 'values' ? [facet.field] : [])));

export const countedNumbers = ({ facets }: SearchSchema): Set<string> =>
  new Set(Object.values(facets).flatMap((facet) => (facet.kind === 'range' ? [facet.field] : [])));

export const hashedFields = ({ terms }: SearchSchema): Set<string> =>
  new Set(Object.entries(terms).flatMap(([field, { lookup }]) => (lookup ? [field] : [])));
