import { dayMs } from '@headwater/domain/time/durations';
import type { ProfileData } from '@headwater/contract/profile-data';
import { ageOf } from '@headwater/domain/profiles/age';
import { experienceMonths, monthsOnLastPosition } from '@headwater/domain/profiles/careers';
import { seniorityOf } from '@headwater/domain/query/facets';
import { reachedLevels } from '@headwater/domain/query/language-levels';
import { seniorityOfTitle } from '@headwater/domain/query/seniority';
import { cityById } from '@headwater/reference/cities';
import type { GeoPoint, SearchDocument } from '../port.ts';
import { regionValue, valueOf } from '../reference-ids.ts';
import { otherReadings } from '@headwater/domain/names/person-name-key';
import { type Career, careerOf, careerTerms, careerTexts, isFrequentJobChanger } from './career.ts';
import { handlesOf } from './profile-handles.ts';
import { skillTerms } from './skills.ts';

type Data = Omit<ProfileData, 'contacts'>;

/** `contacts` are those that every viewer of the profile may search by. */
export interface ProfileForSearch {
  id: number;
  companyId: number | null;
  data: Data;
  updatedAt: Date;
  contacts: readonly { type: string; normalized: string }[];
}

const dayOf = (date: Date) => Math.floor(date.getTime() / dayMs);

const few = 40;

function unique(values: string[]): string[] {
  if (values.length > few) return [...new Set(values)];
  for (let at = 1; at < values.length; at++)
    if (values.indexOf(values[at]!) < at) return values.filter((value, index) => values.indexOf(value) === index);
  return values;
}

function placesOf(locations: Data['locations']): { location: string[]; place: GeoPoint[] } {
  const location: string[] = [];
  const place: GeoPoint[] = [];
  for (const at of locations) {
    const city = at.city_id ? cityById(at.city_id) : undefined;
    if (at.city_id) location.push(String(at.city_id));
    const country = at.country_code ?? city?.country;
    if (country) location.push(country);
    if (city?.admin1) location.push(regionValue(city.country, city.admin1));
    const lat = at.lat ?? city?.lat;
    const lon = at.lon ?? city?.lon;
    if (lat !== undefined && lat !== null && lon !== undefined && lon !== null) place.push({ lat, lon });
  }
  return { location, place };
}

function contactTerms(contacts: ProfileForSearch['contacts']): string[] {
  const has = (...types: string[]) => contacts.some((contact) => types.includes(contact.type));
  const kinds = [
    has('email') ? 'email' : '',
    has('phone') ? 'phone' : '',
    has('telegram', 'skype', 'icq') ? 'messengers' : '',
    has('telegram') ? 'telegram' : '',
  ].filter(Boolean);
  return kinds.length > 0 ? ['any', ...kinds] : ['no'];
}

function generalTerms(data: Data, today: Date): string[] {
  const flags: [string, boolean][] = [
    ['remote', data.remote_ready],
    ['isFreelancer', data.is_freelancer],
    ['isFrequentJobChanger', isFrequentJobChanger(data.positions, today)],
    ['excludeMultipleLocations', data.locations.length <= 1],
    ['mltr', data.likely_to_respond],
  ];
  return flags.filter(([, holds]) => holds).map(([name]) => name);
}

/** Linear over 40 years, so that the relative order of two documents never changes over time. */
const freshFrom = dayOf(new Date('2010-01-01'));
const freshnessOf = (day: number): number => Math.min(1, Math.max(0, (day - freshFrom) / (40 * 365)));

function completenessOf(data: Data, contacts: number): number {
  const parts = [
    data.headline,
    data.about,
    data.pictures[0],
    data.locations[0],
    data.positions[0],
    data.skills[0],
    data.educations[0],
    contacts,
  ];
  return parts.filter(Boolean).length / parts.length;
}

function numbersOf(data: Data, today: Date, day: number): Record<string, number> {
  const numbers: Record<string, number> = { updated: day };
  const put = (name: string, value: number | undefined): void => {
    if (value !== undefined) numbers[name] = value;
  };
  put('age', ageOf(data, today));
  put('experience', experienceMonths(data.positions, today));
  put('onLastPosition', monthsOnLastPosition(data.positions, today));
  const graduations = data.educations.flatMap((education) => education.end_year ?? []);
  put('graduation', graduations.length > 0 ? Math.max(...graduations) : undefined);
  return numbers;
}

const present = (...values: (string | null | undefined)[]) => values.filter((value): value is string => Boolean(value));

function textsOf(data: Data, career: ReturnType<typeof careerOf>): Record<string, readonly string[]> {
  const name = [data.first_name, data.patronymic, data.last_name].filter(Boolean).join(' ');
  return {
    ...careerTexts(career),
    skillText: data.skills.filter((skill) => !skill.deleted).map((skill) => skill.name),
    educationText: data.educations.flatMap((education) => present(education.institution, education.field, education.degree)),
    name: [...present(name, data.name_latin, data.nick), ...otherReadings([name, data.name_latin].filter(Boolean).join(' '))],
    headline: present(data.headline),
    about: present(data.about, ...data.positions.map((position) => position.description)),
  };
}

/** The title of the present job decides; years only where no present title names a level. */
function seniorityTerms({ current }: Career, months: number | undefined): string[] {
  const said = current.map(({ title }) => seniorityOfTitle(title)).find((level) => level !== undefined);
  if (said !== undefined) return [said];
  return months === undefined ? [] : [seniorityOf(months)];
}

export function buildDocument({ id, companyId, data, updatedAt, contacts }: ProfileForSearch, today: Date): SearchDocument {
  const career = careerOf(data.positions, today);
  const { location, place } = placesOf(data.locations);
  const day = data.updated_on ? dayOf(new Date(data.updated_on)) : dayOf(updatedAt);
  const numbers = numbersOf(data, today, day);
  const terms: Record<string, string[]> = {
    ...skillTerms(data.skills, today),
    ...careerTerms(career, data.industry),
    location,
    language: data.languages.map((language) => language.code.toLowerCase()),
    site: data.links.map((link) => link.domain.toLowerCase()).filter(Boolean),
    languageLevel: data.languages.flatMap(({ code, level }) =>
      level ? reachedLevels(level).map((reached) => `${code.toLowerCase()}:${reached}`) : [],
    ),
    seniorityLevel: seniorityTerms(career, numbers['experience']),
    education: data.educations.map((education) => valueOf(education.university_id, education.institution)),
    educationLevel: data.educations.flatMap((education) => education.level ?? []),
    gender: [data.gender ?? 'unknown'],
    diversity: [data.diversity?.race && `race:${data.diversity.race}`, data.diversity?.gender && `gender:${data.diversity.gender}`].filter(
      (value): value is string => Boolean(value),
    ),
    contacts: contactTerms(contacts),
    general: generalTerms(data, today),
    handle: handlesOf(data),
  };
  for (const field in terms) terms[field] = unique(terms[field] ?? []);
  return {
    id,
    owner: companyId ?? 0,
    freshness: freshnessOf(day),
    completeness: completenessOf(data, contacts.length),
    terms,
    numbers,
    texts: textsOf(data, career),
    points: { place },
  };
}
