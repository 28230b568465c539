import { type Facet } from '@headwater/domain/query/facets';
import { canonicalFilters } from '@headwater/domain/query/filters';
import { decodeFilters, encodeFilters } from '@headwater/domain/query/filters-address';
import type { QueryField } from '@headwater/domain/query/fields';
import { decodeQuery, encodeQuery } from '@headwater/domain/query/query-address';
import { applied } from '@headwater/domain/query/term';
import { formatQueryText, parseQueryText } from '@headwater/domain/query/query-text';
import { loadCities } from '@headwater/reference/cities';
import { loadCompanies } from '@headwater/reference/companies';
import { loadCountries } from '@headwater/reference/countries';
import { loadIndustries } from '@headwater/reference/industries';
import { loadLanguages } from '@headwater/reference/languages';
import { loadRegions } from '@headwater/reference/regions';
import { loadSkills } from '@headwater/reference/skills';
import { loadTitles } from '@headwater/reference/titles';
import { loadUniversities } from '@headwater/reference/universities';
import { describe, expect, it } from 'vitest';

interface Entry {
  id: string;
  name: string;
}

const byId = (list: readonly { id: number | string; name: string }[]): Entry[] => list.map(({ id, name }) => ({ id: String(id), name }));
const byCode = (list: readonly { code: string; name: string }[]): Entry[] => list.map(({ code, name }) => ({ id: code, name }));

/** Each reference list with the query field that suggests it and the facet that counts it. */
const lists: [what: string, entries: () => Entry[], field: QueryField | undefined, facet: Facet | undefined][] = [
  ['cities', () => byId(loadCities()), 'location', 'location'],
  ['regions', () => byId(loadRegions()), 'location', 'location'],
  ['countries', () => byCode(loadCountries()), 'location', 'location'],
  ['companies', () => byId(loadCompanies()), 'companySearch', 'lastCompany'],
  ['universities', () => byId(loadUniversities()), 'educationSearch', 'education'],
  ['skills', () => byId(loadSkills()), 'skill', 'mainSkillHigh'],
  ['titles', () => byId(loadTitles()), 'position', undefined],
  ['industries', () => byId(loadIndustries()), undefined, 'industry'],
  ['languages', () => byCode(loadLanguages()), undefined, 'language'],
];

describe.each(lists)('every id of the list of %s', (...[, entries, field, facet]) => {
  it('[SRCH-014] [SRCH-030] [DEC-16] survives URL, chips and boolean text unchanged', () => {
    expect(entries().length).toBeGreaterThan(20);
    const lost: string[] = [];
    for (const { id, name } of field ? entries() : []) {
      const chips = [applied({ field: field!, text: name, suggestion_id: id, is_known: true })];
      const wanted = JSON.stringify(chips);
      const address = decodeQuery(encodeQuery(chips));
      const text = parseQueryText(formatQueryText(chips));
      if (!address.ok || JSON.stringify(address.value) !== wanted) lost.push(`address ${id}`);
      if (!text.ok || JSON.stringify(text.value) !== wanted) lost.push(`text ${id}`);
    }
    expect(lost).toEqual([]);
  });

  it('[FLT-039] [SRCH-014] survives URL filters unchanged', () => {
    const lost: string[] = [];
    for (const { id } of facet ? entries() : []) {
      const filters = canonicalFilters([{ facet: facet!, values: [{ id }] }]);
      const read = decodeFilters(encodeFilters(filters));
      if (!read.ok || JSON.stringify(read.value) !== JSON.stringify(filters)) lost.push(id);
    }
    expect(lost).toEqual([]);
  });
});
