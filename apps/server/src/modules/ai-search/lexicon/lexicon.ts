import type { Lexicon, NamedThing } from '@headwater/domain/plain-query/lexicon';
import { lexiconKey } from '@headwater/domain/plain-query/words';
import { loadCities } from '@headwater/reference/cities';
import { loadCompanies } from '@headwater/reference/companies';
import { loadCountries } from '@headwater/reference/countries';
import { loadIndustries } from '@headwater/reference/industries';
import { loadLanguages } from '@headwater/reference/languages';
import { loadRegions } from '@headwater/reference/regions';
import { loadSkills } from '@headwater/reference/skills';
import { findTitle, loadTitles } from '@headwater/reference/titles';
import { functionWords } from './function-words.ts';
import { makePersonNames } from './person-names.ts';
import { findSchool } from './schools.ts';
import {
  areas,
  generalJobs,
  spokenCities,
  spokenCompanies,
  spokenIndustries,
  spokenRegions,
  spokenSkills,
  spokenTitles,
  stateCodes,
} from './spoken-names.ts';

type Put = (spelling: string, thing: NamedThing) => void;

interface Listed {
  name: string;
  nameRu: string | null;
  aliases: readonly string[];
}

/** Names in the lists that recruiters almost always use as common words. */
const notNames = new Set(
  [
    'work', 'job', 'team', 'years', 'from', 'model', 'target', 'lead', 'middle', 'senior', 'junior', 'most', 'same', 'can', 'best',
    'must', 'good', 'english language', 'office', 'order', 'call', 'may', 'one', 'two', 'the', 'and', 'or', 'for', 'with', 'of', 'us', 'any',
    'experience', 'анализ', 'опыт', 'мир', 'рост', 'центр', 'сила', 'вера', 'дом', 'проект', 'языки', 'язык', 'работа', 'знание', 'дела',
    'staff', 'head', 'chief', 'people', 'human', 'strong', 'open', 'global', 'remote', 'phone', 'mobile', 'email', 'student', 'graduate',
    'background', 'ready', 'nice', 'plus', 'bonus', 'level', 'native', 'fluent', 'speaking', 'reading', 'writing', 'startup', 'english speaking',
  ].map(lexiconKey),
); // prettier-ignore

const thing = (kind: NamedThing['kind'], named: { id: string | number; name: string }, rarity: number): NamedThing => ({
  kind,
  id: String(named.id),
  name: named.name,
  rarity,
  isAlias: false,
});

function putAll(put: Put, listed: Listed, named: NamedThing): void {
  put(listed.name, named);
  if (listed.nameRu) put(listed.nameRu, named.kind === 'city' ? { ...named, spelling: listed.nameRu } : named);
  for (const alias of listed.aliases) put(alias, { ...named, isAlias: true });
}

const technologies = new Set(['language', 'framework', 'database', 'platform', 'devops', 'cloud']);
const programmed = new Set(['language', 'framework']);

function* skillsAndTitles(put: Put): Generator<void> {
  for (const skill of loadSkills()) {
    const isTechnology = technologies.has(skill.category);
    const named = { ...thing('skill', skill, Math.min(1, skill.rank / 2000)), isTechnology, isProgrammed: programmed.has(skill.category) };
    putAll(put, skill, named);
    for (const spoken of spokenSkills[skill.name]?.split('|') ?? []) put(spoken, { ...named, rarity: 0 });
    yield;
  }
  for (const title of loadTitles()) {
    putAll(put, title, thing('title', title, title.common ? 0 : 0.75));
    for (const spoken of spokenTitles[title.name]?.split('|') ?? []) put(spoken, { ...thing('title', title, 0), isAlias: true });
    yield;
  }
}

/** Grows as population falls. Foreign spellings exist only for large cities. */
const cityRarity = (population: number) => Math.min(1, Math.max(0, 1 - Math.log10(Math.max(1, population / 1000)) / 4));

function* places(put: Put): Generator<void> {
  const countries = new Map<string, string>();
  for (const country of loadCountries()) {
    countries.set(country.code, country.name);
    putAll(put, country, thing('country', { id: country.code, name: country.name }, 0));
  }
  const regions = new Set<string>();
  const regionIds = new Map<string, string>();
  for (const city of loadCities()) {
    const region = city.admin1 === null ? undefined : `${city.country}.${city.admin1}`;
    const within = region ?? `${city.country}.`;
    if (!regionIds.has(within)) regionIds.set(within, within);
    const named = { ...thing('city', city, cityRarity(city.population)), region: regionIds.get(within) ?? within };
    putAll(put, { ...city, aliases: city.population >= 100_000 ? [city.ascii, ...city.aliases] : [city.ascii] }, named);
    const isCapitalOfName = !regions.has(`spoken ${city.name}`);
    if (isCapitalOfName) for (const spoken of spokenCities[city.name]?.split('|') ?? []) put(spoken, { ...named, rarity: 0 });
    if (isCapitalOfName) regions.add(`spoken ${city.name}`);
    if (region !== undefined && city.admin1 !== null && !regions.has(region) && city.admin1 !== city.name) {
      regions.add(region);
      put(city.admin1, thing('region', { id: region, name: `${city.admin1}, ${countries.get(city.country) ?? city.country}` }, 0.9));
      for (const spoken of spokenRegions[region]?.split('|') ?? []) put(spoken, thing('region', { id: region, name: city.admin1 }, 0));
    }
    yield;
  }
  for (const { id, country, name, nameRu, isNamedAsCity } of loadRegions()) {
    // Regions with names in both languages are common in requests, also without a preposition.
    if (nameRu === null || isNamedAsCity) continue;
    const named = thing('region', { id, name: `${name}, ${countries.get(country) ?? country}` }, 0.3);
    for (const spelling of [name, nameRu]) put(spelling, { ...named, spelling });
    yield;
  }
  // State codes need a city before them, see placeWithin.
  for (const [country, states] of Object.entries(stateCodes)) {
    for (const [name = '', code = ''] of states.split(';').map((state) => state.trim().split('='))) {
      put(code, thing('region', { id: `${country}.${name}`, name }, 2));
    }
  }
  for (const { name, spoken, codes } of areas) for (const word of spoken.split('|')) put(word, thing('area', { id: codes, name }, 0));
}

function* others(put: Put): Generator<void> {
  const companies = loadCompanies();
  for (const [at, company] of companies.entries()) {
    const named = thing('company', company, at / companies.length);
    putAll(put, company, named);
    for (const spoken of spokenCompanies[company.name]?.split('|') ?? []) put(spoken, { ...named, rarity: 0 });
    yield;
  }
  for (const industry of loadIndustries()) {
    putAll(put, industry, thing('industry', industry, 0.5));
    for (const spoken of spokenIndustries[industry.name]?.split('|') ?? []) put(spoken, thing('industry', industry, 0));
  }
  for (const [at, language] of loadLanguages().entries()) {
    const native = language.nativeName === null ? [] : [language.nativeName];
    putAll(
      put,
      { ...language, aliases: [...language.aliases, ...native] },
      thing('language', { id: language.code, name: language.name }, at / 185),
    );
    yield;
  }
}

const pauseEvery = 500;

async function make(): Promise<Lexicon> {
  const index = new Map<string, NamedThing[]>();
  const put: Put = (spelling, named) => {
    const key = lexiconKey(spelling);
    if (key === '' || notNames.has(key) || functionWords.has(key)) return;
    const things = index.get(key);
    if (things === undefined) index.set(key, [named]);
    else {
      const same = things.findIndex((one) => one.kind === named.kind && one.id === named.id);
      if (same < 0) things.push(named);
      else if (things[same] && named.rarity < things[same].rarity) things[same] = named;
    }
  };
  let count = 0;
  for (const source of [skillsAndTitles, places, others]) {
    for (const _ of source(put)) {
      count += 1;
      if (count % pauseEvery === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  for (const { name, spoken, title } of generalJobs) {
    const id = title === undefined ? '' : String(findTitle(title)?.id ?? '');
    for (const key of spoken.split('|').map(lexiconKey)) {
      const others = (index.get(key) ?? []).filter((one) => one.kind !== 'title');
      index.set(key, [{ ...thing('title', { id, name }, 0), isAlias: true }, ...others]);
    }
  }
  return { named: (key) => index.get(key) ?? [], school: findSchool, personName: makePersonNames() };
}

let making: Promise<Lexicon> | undefined;

export function loadLexicon(): Promise<Lexicon> {
  making ??= make();
  return making;
}
