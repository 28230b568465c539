import type { Facet } from '@headwater/domain/query/facets';
import { findWritten } from './alias-index.ts';
import { type ReferenceKind, suggestionIndex } from './indexes.ts';

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

/** Known values of a facet with a word that begins so, in either language and under their other names too. */
export async function facetValuesNamed(facet: Facet, text: string): Promise<string[]> {
  const kind = kinds[facet];
  return kind ? findWritten(await suggestionIndex(kind), text, mostNamed).map(({ item }) => item.id) : [];
}
