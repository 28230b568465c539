import { type Language, readTexts } from '@headwater/contract/texts';
import { cityById } from '@headwater/reference/cities';
import { companyById } from '@headwater/reference/companies';
import { countryByCode } from '@headwater/reference/countries';
import { industryById } from '@headwater/reference/industries';
import { languageByCode } from '@headwater/reference/languages';
import { regionById } from '@headwater/reference/regions';
import { skillById } from '@headwater/reference/skills';
import { titleById } from '@headwater/reference/titles';
import { localName } from '@headwater/reference/local-name';
import { universityById } from '@headwater/reference/universities';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };
import { freePrefix, isFreeValue } from './reference-ids.ts';

const read = readTexts({ en, ru });
const local = (named: Parameters<typeof localName>[0] | undefined, language: Language) => named && localName(named, language);

const isWord = (value: string): value is keyof typeof en.value => Object.hasOwn(en.value, value);
const word = (value: string, language: Language) => (isWord(value) ? read(`value.${value}`, language) : undefined);

/** A region is labelled as such if a city has the same name. */
function placeName(value: string, language: Language): string | undefined {
  if (/^\d+$/.test(value)) return local(cityById(Number(value)), language);
  const region = regionById(value);
  if (!region) return value.includes('.') ? value.slice(value.indexOf('.') + 1) : local(countryByCode(value), language);
  const name = local(region, language) ?? region.name;
  return region.isNamedAsCity ? read('region', language, { name }) : name;
}

const readers: Record<string, (value: string, language: Language) => string | undefined> = {
  mainSkillHigh: (value, language) => local(skillById(Number(value)), language),
  industry: (value, language) => local(industryById(Number(value)), language),
  skill: (value, language) => local(skillById(Number(value)), language),
  pastCompany: (value, language) => local(companyById(Number(value)), language),
  lastCompany: (value, language) => local(companyById(Number(value)), language),
  education: (value, language) => local(universityById(Number(value)), language),
  language: (value, language) => local(languageByCode(value), language),
  location: placeName,
  specialization: (value, language) => local(titleById(Number(value)), language),
};

export function facetValueName(facet: string, value: string, language: Language): string {
  if (facet === 'tag') return value;
  if (isFreeValue(value)) return value.slice(freePrefix.length);
  if (facet === 'diversity') return value.slice(value.indexOf(':') + 1);
  return readers[facet]?.(value, language) ?? word(value, language) ?? value;
}
