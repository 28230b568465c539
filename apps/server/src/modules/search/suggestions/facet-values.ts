import type { Facet } from '@headwater/domain/query/facets';
import { loadRegions } from '@headwater/reference/regions';
import { once } from '@headwater/reference/once';
import { createAliasIndex, findWritten } from './alias-index.ts';
import { type ReferenceKind, suggestionIndex } from './indexes.ts';
import { itemOf } from './reference-items.ts';

/** Facets whose values are entries of the reference lists. */
const kinds: Partial<Record<Facet, ReferenceKind>> = {
  mainSkillHigh: 'skill',
  specialization: 'position',
  lastCompany: 'company',
  education: 'education',
  industry: 'industry',
  language: 'language',
  location: 'location',
};

/** The best known ones: whoever typed one letter goes on typing. */
const mostNamed = 500;

/** Regions that are called as a city of theirs: nobody is suggested both, yet people are counted under both. */
const regionsLikeCities = once(() =>
  createAliasIndex(
    loadRegions()
      .filter((region) => region.isNamedAsCity)
      .map((region) => itemOf(region)),
  ),
);

/** Known values of a facet with a word that begins so, in either language and under their other names too. */
export async function facetValuesNamed(facet: Facet, text: string): Promise<string[]> {
  const kind = kinds[facet];
  if (!kind) return [];
  const found = findWritten(await suggestionIndex(kind), text, mostNamed);
  const regions = kind === 'location' ? findWritten(regionsLikeCities(), text, mostNamed) : [];
  return [...found, ...regions].map(({ item }) => item.id);
}
