import { loadCities } from '@headwater/reference/cities';
import { loadCompanies } from '@headwater/reference/companies';
import { loadCountries } from '@headwater/reference/countries';
import { loadIndustries } from '@headwater/reference/industries';
import { loadLanguages } from '@headwater/reference/languages';
import { loadRegions } from '@headwater/reference/regions';
import { loadSkills } from '@headwater/reference/skills';
import { loadTitles } from '@headwater/reference/titles';
import { loadUniversities } from '@headwater/reference/universities';
import type { Item } from './alias-index.ts';

interface Named {
  id?: number | string;
  code?: string;
  name: string;
  nameRu: string | null;
  aliases: readonly string[];
}

export const itemOf = (named: Named, isCity = false): Item => ({
  id: named.code ?? String(named.id),
  name: named.name,
  nameRu: named.nameRu,
  spellings: [...new Set([named.name, ...(named.nameRu ? [named.nameRu] : []), ...named.aliases])],
  isCity,
});

export const referenceItems = {
  skill: () => loadSkills().map((skill) => itemOf(skill)),
  position: () => loadTitles().map((title) => itemOf(title)),
  company: () => loadCompanies().map((company) => itemOf(company)),
  industry: () => loadIndustries().map((industry) => itemOf(industry)),
  language: () => loadLanguages().map((language) => itemOf(language)),
  education: () => loadUniversities().map((university) => itemOf(university)),
  location: () => [
    ...loadCountries().map((country) => itemOf(country)),
    ...loadCities().map((city) => itemOf(city, true)),
    ...loadRegions()
      .filter((region) => !region.isNamedAsCity)
      .map((region) => itemOf(region)),
  ],
} satisfies Record<string, () => Item[]>;

export type ReferenceKind = keyof typeof referenceItems;
