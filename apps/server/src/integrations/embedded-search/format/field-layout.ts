import type { SearchSchema } from '#modules/search/schema.ts';

/** Term fields that a facet counts need a column. */
export const columnFields = ({ facets }: SearchSchema): Set<string> =>
  new Set(Object.values(facets).flatMap((facet) => (facet.kind === 'values' ? [facet.field] : [])));

/** Number fields that a facet counts. */
export const countedNumbers = ({ facets }: SearchSchema): Set<string> =>
  new Set(Object.values(facets).flatMap((facet) => (facet.kind === 'range' ? [facet.field] : [])));

/** Term fields that are only matched as whole values. */
export const hashedFields = ({ terms }: SearchSchema): Set<string> =>
  new Set(Object.entries(terms).flatMap(([field, { lookup }]) => (lookup ? [field] : [])));
