import type { Facet } from '@headwater/domain/query/facets';
import { loadRegions } from '@headwater/reference/regions';
import { once } from '@headwater/reference/once';
import { createAliasIndex, findWritten } from './alias-index.ts';
import { type ReferenceKind, suggestionIndex } from './indexes.ts';
import { itemOf } from './reference-items.ts';

const kinds: Partial<Record<Facet, ReferenceKind>> = {
  mainSkillHigh: 'skill',
  specialization: 'position',
  lastCompany: 'company',
  pastCompany: 'company',
  skill: 'skill',
  education: 'education',
  industry: 'industry',
  language: 'language',
  location: 'location',
};

const mostNamed = 500;

/** Not suggested, but people are counted in them. */
const regionsLikeCities = once(() =>
  createAliasIndex(
    loadRegions()
      .filter((region) => region.isNamedAsCity)
      .map((region) => itemOf(region)),
  ),
);

export async function facetValuesNamed(facet: Facet, text: string): Promise<string[]> {
  const kind = kinds[facet];
  if (!kind) return [];
  const found = findWritten(await suggestionIndex(kind), text, mostNamed);
  const regions = kind === 'location' ? findWritten(regionsLikeCities(), text, mostNamed) : [];
  return [...found, ...regions].map(({ item }) => item.id);
}
