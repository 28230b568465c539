import { fieldTypes } from '@headwater/domain/query/fields';
import { decodeFilters } from '@headwater/domain/query/filters-address';
import { isRangeFacet } from '@headwater/domain/query/facets';
import type { QueryEntity, TermData } from '@headwater/domain/query/term';
import { companyById } from '@headwater/reference/companies';
import { universityById } from '@headwater/reference/universities';
import { facetValueName } from '#modules/search/public.ts';

type Language = 'en' | 'ru';

const facetOf = {
  skill: 'mainSkillHigh',
  position: 'specialization',
  location: 'location',
  company: 'lastCompany',
  education: 'education',
} as const;

function localName({ field, suggestion_id: id, text }: TermData, language: Language): string {
  const { suggest } = fieldTypes[field];
  if (id === undefined || language === 'en' || !(suggest in facetOf)) return text;
  if (suggest === 'company') return companyById(Number(id))?.nameRu ?? text;
  if (suggest === 'education') return universityById(Number(id))?.nameRu ?? text;
  const name = facetValueName(facetOf[suggest as keyof typeof facetOf], id, language);
  return name === id ? text : name;
}

export const localNames = (query: readonly QueryEntity[], language: Language): QueryEntity[] =>
  query.map((entity) =>
    entity.type === 'APPLIED_TERM' ? { type: entity.type, data: { ...entity.data, text: localName(entity.data, language) } } : entity,
  );

export function filterLabels(filters: string, language: Language): Record<string, string> {
  const decoded = decodeFilters(filters);
  if (!decoded.ok) return {};
  return Object.fromEntries(
    decoded.value
      .filter(({ facet }) => !isRangeFacet(facet) && facet !== 'general')
      .flatMap(({ facet, values }) =>
        values.map(({ id }) => [`${facet}:${id}`, facetValueName(facet, id, language).replace(/^[A-Z]{2}\.(?=\S)/, '')]),
      ),
  );
}
