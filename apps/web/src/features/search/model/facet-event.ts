import { type Facet, facetTypes } from '@headwater/domain/query/facets';
import { type FacetFilterState, filterOf, type Filters } from '@headwater/domain/query/filters';
import { isGeneralItem } from '@headwater/domain/query/general-facet';
import { sendEvent } from '#lib/usage-events.ts';

interface Change {
  before: Filters;
  after: readonly FacetFilterState[];
}

/** The first changed value. Names of companies, schools and places are omitted (DEC-11). */
export function sendFacetEvent(facet: Facet, { before, after }: Change): void {
  const [old, now] = [before, after].map((filters) => filterOf(filters, facet)?.values ?? []);
  const known = new Map(old?.map((value) => [value.id, value.is_excluded ?? false]));
  const kept = new Set(now?.map(({ id }) => id));
  const added = now?.find(({ id, is_excluded: isExcluded = false }) => known.get(id) !== isExcluded);
  const value = added ?? old?.find(({ id }) => !kept.has(id));
  const listed = [...(facetTypes[facet].only ?? []), ...(facetTypes[facet].always ?? [])];
  const isListed = value && (facet === 'general' ? isGeneralItem(value.id) : listed.includes(value.id));
  sendEvent('Facet: Select', {
    Facet_ID: facet,
    Is_Checked: added !== undefined || (value === undefined && filterOf(after, facet)?.range !== undefined),
    Is_Excluded: value?.is_excluded ?? false,
    Search_Form_Type: 'v2',
    Filter_Value: isListed ? value.id : undefined,
  });
}
