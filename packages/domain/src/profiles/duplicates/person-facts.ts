import { createLru } from '../../lru.ts';
import { contactBearing } from '../../identity/contact-bearing.ts';
import { mailboxKey } from '../../identity/email.ts';
import { linkKey } from '../../identity/link.ts';
import { soundKey } from '../../names/sound-key.ts';
import { tokenize } from '../../text/tokenize.ts';
import { hashOf } from './hash.ts';
import { type NameFacts, nameFactsOf } from './name-facts.ts';

/** Months count from year 0; null if unknown. */
export interface JobFacts {
  employer: string;
  name: string;
  startYear: number | null;
  startMonth: number | null;
  endMonth: number | null;
  title: readonly string[];
}

export interface SchoolFacts {
  school: string;
  name: string;
  endYear: number | null;
}

export interface CityFacts {
  city: string;
  name: string;
}

export type SharedContactType = 'email' | 'phone' | 'account' | 'link';

/** Readable values are only names of employers, schools and cities. */
export interface PersonFacts {
  name: NameFacts;
  gender: 'male' | 'female' | null;
  /** 'YYYY-MM-DD' */
  born: string | null;
  contacts: readonly (readonly [SharedContactType, number])[];
  /** Those of the hashes that everybody who sees the profile may know: pages, and contacts that the company added. */
  open: readonly number[];
  cities: readonly CityFacts[];
  jobs: readonly JobFacts[];
  schools: readonly SchoolFacts[];
}

export interface PersonInput {
  first_name: string;
  last_name: string;
  patronymic?: string | null | undefined;
  name_latin?: string | null | undefined;
  gender?: 'male' | 'female' | null | undefined;
  birthdate_exact?: string | null | undefined;
  updated_on?: string | null | undefined;
  locations?: readonly { city?: string | null | undefined; city_id?: number | null | undefined }[] | null | undefined;
  positions?:
    | readonly {
        title: string;
        company?: string | null | undefined;
        company_id?: number | null | undefined;
        start?: string | null | undefined;
        end?: string | null | undefined;
      }[]
    | null
    | undefined;
  educations?:
    | readonly { institution: string; university_id?: number | null | undefined; end_year?: number | null | undefined }[]
    | null
    | undefined;
  links?: readonly { url: string }[] | null | undefined;
}

export interface ContactInput {
  type: string;
  normalized: string;
  /** Each reader has to open it. */
  isClosed?: boolean;
}

const most = { cities: 3, jobs: 8, schools: 4, contacts: 16, titleWords: 3 };
const legalForms = new Set(
  'ооо оао зао пао ао нпао гк ип фгуп фгбоу ooo oao zao pao ao gk ip gruppa группа компания компаний inc llc ltd gmbh corp corporation plc co sa bv ag oy ab limited group the'.split(
    ' ',
  ),
);
const cache = createLru<string, string>(200_000);

function wordsKey(text: string): string {
  const before = cache.get(text);
  if (before !== undefined) return before;
  const words = tokenize(text).slice(0, 8);
  const telling = words.filter((word) => !legalForms.has(word));
  // Digits count exactly: school 11 is not school 1.
  const key = (telling.length > 0 ? telling : words).map((word) => (/\d/.test(word) ? word : soundKey(word))).join(' ');
  cache.set(text, key);
  return key;
}

const idOrWords = (id: number | null | undefined, text: string) => (id ? `#${id}` : wordsKey(text));

/** A shared phone is evidence together with a name. */
function contactFacts({ type, normalized }: ContactInput): PersonFacts['contacts'] {
  const bearing = contactBearing({ type, normalized });
  if (bearing === 'placeholder') return [];
  if (type === 'phone' || normalized.startsWith('+')) return [['phone', hashOf(normalized.replace(/^\+/, ''))]];
  if (bearing === 'shared') return [];
  if (type === 'email') return [['email', hashOf(mailboxKey(normalized))]];
  if (type !== 'link') return [['account', hashOf(`${type} ${normalized.toLowerCase()}`)]];
  const key = linkKey(normalized);
  const account = /^t\.me\/(\w+)$/.exec(key)?.[1];
  return [account ? ['account', hashOf(`telegram ${account}`)] : ['link', hashOf(key)]];
}

const yearOf = (text: string | null | undefined) => (text ? Number(text.slice(0, 4)) : null);
const monthOf = (text: string | null | undefined) =>
  text && text.length >= 7 ? Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 : null;
/** A year alone ends in December. */
const endOf = (text: string | null | undefined) => monthOf(text) ?? (text ? (yearOf(text) ?? 0) * 12 : null);

type Jobs = NonNullable<PersonInput['positions']>;

/** A job without an end lasts until the profile update, or a year. */
function jobFacts(positions: Jobs, updatedOn: string | null | undefined): JobFacts[] {
  const seen = monthOf(updatedOn);
  const named = positions.filter(({ company }) => company).toSorted((left, right) => (right.start ?? '').localeCompare(left.start ?? ''));
  return named.slice(0, most.jobs).map(({ title, company, company_id: id, start, end }) => {
    const first = monthOf(start) ?? (start ? (yearOf(start) ?? 0) * 12 + 11 : null);
    const open = first === null ? null : Math.max(first, seen ?? first + 12);
    return {
      employer: idOrWords(id, company ?? ''),
      name: (company ?? '').slice(0, 100),
      startYear: yearOf(start),
      startMonth: monthOf(start),
      endMonth: end ? endOf(end) : open,
      title: wordsKey(title).split(' ').slice(0, most.titleWords),
    };
  });
}

function distinctBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

export function factsOf(person: PersonInput, contacts: readonly ContactInput[]): PersonFacts {
  const cities = (person.locations ?? []).flatMap(({ city, city_id: id }) =>
    city ? [{ city: idOrWords(id, city), name: city.slice(0, 100) }] : [],
  );
  const schools = (person.educations ?? []).map(({ institution, university_id: id, end_year: endYear }) => ({
    school: idOrWords(id, institution),
    name: institution.slice(0, 100),
    endYear: endYear ?? null,
  }));
  const links = (person.links ?? []).map(({ url }) => ({ type: 'link', normalized: url }));
  const shared = [...contacts, ...links].flatMap(contactFacts);
  const open = [...contacts.filter(({ isClosed, type }) => !isClosed || type === 'link'), ...links].flatMap(contactFacts);
  const facts = distinctBy(shared, ([type, hash]) => `${type}${hash}`).slice(0, most.contacts);
  const openHashes = new Set(open.map(([, hash]) => hash));
  return {
    name: nameFactsOf(person),
    gender: person.gender ?? null,
    born: person.birthdate_exact ?? null,
    contacts: facts,
    open: facts.flatMap(([, hash]) => (openHashes.has(hash) ? [hash] : [])),
    cities: distinctBy(cities, ({ city }) => city).slice(0, most.cities),
    jobs: jobFacts(person.positions ?? [], person.updated_on),
    schools: schools.slice(0, most.schools),
  };
}
