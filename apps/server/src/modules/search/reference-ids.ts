import { createLru } from '@headwater/domain/lru';
import { citiesNamed, cityById, type City } from '@headwater/reference/cities';
import { companyById } from '@headwater/reference/companies';
import { countryByCode, findCountry } from '@headwater/reference/countries';
import { findIndustry } from '@headwater/reference/industries';
import { regionsNamed } from '@headwater/reference/regions';
import { findSkill } from '@headwater/reference/skills';
import { findTitle, type JobTitle } from '@headwater/reference/titles';

/** Marks values that no reference list has. */
export const freePrefix = 'n:';

const free = (name: string) => freePrefix + name.trim().toLowerCase().replace(/\s+/g, ' ').slice(0, 100);
export const isFreeValue = (value: string) => value.startsWith(freePrefix);
const ids = new Map<number, string>();
const keptIds = 200_000;

/** Shares one string per id, hashed once: indexing takes half the time. */
function idText(id: number): string {
  const known = ids.get(id);
  if (known !== undefined) return known;
  const text = String(id);
  if (ids.size < keptIds) ids.set(id, text);
  return text;
}

export const valueOf = (referenceId: number | null | undefined, name: string) => (referenceId ? idText(referenceId) : free(name));

/** Accepts ids of any earlier company list. */
export function currentCompanyId(id: number | string): string {
  const known = companyById(Number(id));
  return known ? idText(known.id) : String(id);
}

export const companyValue = (id: number | null | undefined, name: string) => (id ? currentCompanyId(id) : free(name));

const seniority =
  /\b(?:senior|middle|junior|lead|principal|staff|chief|head|intern|trainee|sr|jr|mid)\b\.?|(?<![а-яё])(?:старший|ведущий|младший|главный|стажер|стажёр)(?![а-яё])/giu;
const keptNames = 50_000;
const titles = createLru<string, JobTitle | null>(keptNames);

export function titleNamed(text: string): JobTitle | undefined {
  const known = titles.get(text);
  if (known !== undefined) return known ?? undefined;
  const bare = text.replace(seniority, ' ').replace(/\s+/g, ' ').trim();
  const found = findTitle(text) ?? (bare ? findTitle(bare) : undefined);
  titles.set(text, found ?? null);
  return found;
}

export const skillValue = (text: string, suggestionId?: string) => suggestionId ?? valueOf(findSkill(text)?.id, text);
const industries = createLru<string, string>(keptNames);

export function industryValue(name: string): string {
  const known = industries.get(name);
  if (known !== undefined) return known;
  const value = valueOf(findIndustry(name)?.id, name);
  industries.set(name, value);
  return value;
}

export const regionValue = (country: string, admin1: string) => `${country}.${admin1}`;

export interface Place {
  value: string;
  country: string;
  point?: { lat: number; lon: number };
}

const placeOfCity = ({ id, country, lat, lon }: City): Place => ({ value: String(id), country, point: { lat, lon } });

function placeOfId(id: string): Place | undefined {
  const city = /^\d+$/.test(id) ? cityById(Number(id)) : undefined;
  if (city) return placeOfCity(city);
  const country = countryByCode(id.split('.')[0] ?? '');
  return country && { value: id, country: country.code };
}

const metropolis = 1_000_000;

/** Two-character names mean a country, unless a metropolis has that name (LA, NY). */
function placeOfName(text: string, country?: string): Place | undefined {
  const [city] = citiesNamed(text, country ? { country } : {});
  if (city && text.trim().length === 2 && city.population >= metropolis) return placeOfCity(city);
  const named = country ? undefined : findCountry(text);
  if (named) return { value: named.code, country: named.code };
  if (city) return placeOfCity(city);
  const region = regionsNamed(text).find((one) => country === undefined || one.country === country);
  return region && { value: region.id, country: region.country };
}

/** Countries precede cities. "Minsk, Belarus" names both. */
export function placeNamed(text: string, suggestionId?: string): Place | undefined {
  if (suggestionId) return placeOfId(suggestionId);
  const whole = placeOfName(text);
  const comma = text.lastIndexOf(',');
  if (whole || comma < 0) return whole;
  const around = placeOfName(text.slice(comma + 1));
  // "Berlin, Berlin, Germany" also names a region.
  const inside = [text.slice(0, comma), text.slice(0, text.indexOf(','))];
  return around && inside.map((name) => placeOfName(name, around.country)).find((place) => place !== undefined);
}
