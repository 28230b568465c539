import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SuggestKind } from '@headwater/domain/query/fields';
import { loadCities } from '@headwater/reference/cities';
import { loadCompanies } from '@headwater/reference/companies';
import { loadCountries } from '@headwater/reference/countries';
import { loadSkills } from '@headwater/reference/skills';
import { loadTitles } from '@headwater/reference/titles';
import { loadUniversities } from '@headwater/reference/universities';
import { type AliasIndex, createAliasIndex, type Item } from './alias-index.ts';

export type ReferenceKind = Exclude<SuggestKind, 'folder' | 'none'>;

interface Named {
  id?: number;
  code?: string;
  name: string;
  nameRu: string | null;
  aliases: readonly string[];
}

const itemOf = (named: Named, isCity = false): Item => ({
  id: named.code ?? String(named.id),
  name: named.name,
  nameRu: named.nameRu,
  spellings: [...new Set([named.name, ...(named.nameRu ? [named.nameRu] : []), ...named.aliases])],
  isCity,
});

const loaders: Record<ReferenceKind, () => Item[]> = {
  skill: () => loadSkills().map((skill) => itemOf(skill)),
  position: () => loadTitles().map((title) => itemOf(title)),
  company: () => loadCompanies().map((company) => itemOf(company)),
  education: () => loadUniversities().map((university) => itemOf(university)),
  // Countries before the cities of their names.
  location: () => [...loadCountries().map((country) => itemOf(country)), ...loadCities().map((city) => itemOf(city, true))],
};

const made = new Map<ReferenceKind, AliasIndex>();

/** The names of one kind, indexed at the first call: 20 to 400 ms. */
export function suggestionIndex(kind: ReferenceKind): AliasIndex {
  let index = made.get(kind);
  if (!index) {
    index = createAliasIndex(loaders[kind]());
    made.set(kind, index);
  }
  return index;
}

/** Makes all indexes, one after the other with a turn for requests in between. */
export async function warmSuggestions(): Promise<void> {
  for (const kind of Object.keys(loaders) as ReferenceKind[]) {
    await nextTurn();
    suggestionIndex(kind);
  }
}
