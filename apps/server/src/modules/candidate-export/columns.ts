import type { ExportColumn } from '@headwater/domain/vacancies/export-format';
import type { Contact } from '@headwater/contract/profile-data';
import { experienceMonths, sortByRecency } from '@headwater/domain/profiles/careers';
import type { Permissions } from '@headwater/domain/permission-flags';
import type { Actor } from '@headwater/domain/roles';
import { wallClock } from '@headwater/domain/time/zone';
import { cityName, countryName, fullName, type StoredProfile } from '#modules/profiles/public.ts';
import type { ReadableContact } from '#modules/profiles/public/contacts.ts';
import type { ExportedCandidate } from '#modules/vacancies/public/exporting.ts';

export interface ExportedPerson extends ExportedCandidate {
  data: StoredProfile;
  contacts: readonly ReadableContact[];
}

export interface Reader {
  language: Actor['language'];
  today: Date;
  /** Time zone of the company. */
  zone: string;
  /** Public URL of the installation, without a trailing slash. */
  origin: string;
}

interface Column {
  value(person: ExportedPerson, reader: Reader): string;
  needs?: keyof Permissions;
  types?: readonly Contact['type'][];
}

const many = (values: readonly (string | null | undefined)[]) => values.filter(Boolean).join(', ');
const latest = ({ data }: ExportedPerson) => sortByRecency(data.positions)[0];
const contacts = (...types: Contact['type'][]): Column => ({
  needs: 'contacts',
  types,
  value: (person) => many(person.contacts.filter(({ type }) => types.includes(type)).map(({ value }) => value)),
});
const personal = (value: Column['value']): Column => ({ needs: 'personal_info', value });

const languageNames = {
  en: new Intl.DisplayNames('en', { type: 'language' }),
  ru: new Intl.DisplayNames('ru', { type: 'language' }),
};

function languageName(code: string, language: Reader['language']): string {
  try {
    return languageNames[language].of(code) ?? code;
  } catch {
    return code;
  }
}

function years(data: StoredProfile, { today, language }: Reader): string {
  const months = experienceMonths(data.positions, today);
  return months === undefined ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(months / 12);
}

export const columnsOfExport: Readonly<Record<ExportColumn, Column>> = {
  name: personal(({ data }) => fullName(data)),
  first_name: personal(({ data }) => data.first_name),
  last_name: personal(({ data }) => data.last_name),
  title: { value: (person) => latest(person)?.title ?? '' },
  company: { value: (person) => latest(person)?.company ?? '' },
  headline: { value: ({ data }) => data.headline ?? '' },
  city: { value: ({ data: { locations } }, { language }) => (locations[0] && cityName(locations[0], language)) ?? '' },
  country: { value: ({ data: { locations } }, { language }) => (locations[0] && countryName(locations[0], language)) ?? '' },
  email: contacts('email'),
  phone: contacts('phone'),
  messenger: contacts('telegram', 'skype', 'icq'),
  contact_links: contacts('link'),
  links: personal(({ data }) => many(data.links.map(({ url }) => url))),
  skills: { value: ({ data }) => many(data.skills.filter((skill) => !skill.deleted).map(({ name }) => name)) },
  experience: { value: ({ data }, reader) => years(data, reader) },
  education: { value: ({ data }) => many(data.educations.map(({ institution }) => institution)) },
  languages: { value: ({ data }, { language }) => many(data.languages.map(({ code }) => languageName(code, language))) },
  status: { value: ({ status }) => status },
  vacancy: { value: ({ vacancy }) => vacancy },
  added: { value: ({ addedAt }, { zone }) => wallClock(addedAt, zone).slice(0, 10) },
  added_by: { value: ({ addedBy }) => addedBy },
  profile: { value: ({ profileId }, { origin }) => `${origin}/profiles/${profileId}` },
};

/** ROLE-055. */
export const mayExport = (column: ExportColumn, { permissions }: Actor): boolean => {
  const { needs } = columnsOfExport[column];
  return needs === undefined || permissions[needs];
};

export const typesOf = (columns: readonly ExportColumn[]): Contact['type'][] => [
  ...new Set(columns.flatMap((column) => columnsOfExport[column].types ?? [])),
];
