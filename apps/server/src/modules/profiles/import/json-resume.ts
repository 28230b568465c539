import type { ProfileInput } from '@headwater/contract/profile-data';
import { findCountry } from '@headwater/reference/countries';
import { findLanguage } from '@headwater/reference/languages';
import { findSkill } from '@headwater/reference/skills';
import { readMonth } from './resume/dates.ts';
import { type NamedPlace, placeOf } from './resume/line-scores.ts';
import { splitName } from './resume/split-name.ts';
import { languageLevel } from './resume/languages.ts';
import { educationLevel } from './resume/education-level.ts';

/** JSON Resume (jsonresume.org, 1.0.0 and older field names). */
export type Json = Record<string, unknown>;

const text = (value: unknown, max = 255): string | undefined => {
  const trimmed = typeof value === 'string' ? value.trim().slice(0, max) : typeof value === 'number' ? String(value) : '';
  return trimmed === '' ? undefined : trimmed;
};
const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((item): item is Json => typeof item === 'object' && item !== null) : [];
const object = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {});
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap((item) => text(item, 100) ?? []) : []);

/** A month, a year, 'now', or undefined if unreadable. */
const month = (value: unknown, edge?: 'end'): string | undefined => readMonth(text(value) ?? '', edge);
const isOpenEnd = (value: unknown) => text(value) === undefined || month(value) === 'now';
const year = (value: unknown): number | undefined => {
  const found = Number(/(?:19|20)\d\d/.exec(text(value) ?? '')?.[0]);
  return Number.isNaN(found) ? undefined : found;
};

export const isJsonResume = (value: object): value is Json =>
  'basics' in value && typeof value.basics === 'object' && value.basics !== null && !Array.isArray(value.basics);

function linkOf(value: unknown): { url: string; domain: string } | undefined {
  const raw = text(value, 2000);
  if (!raw) return undefined;
  try {
    const url = new URL(/^https?:/i.test(raw) ? raw : `https://${raw}`);
    return url.hostname.includes('.') ? { url: url.href, domain: url.hostname.replace(/^www\./, '').slice(0, 255) } : undefined;
  } catch {
    return undefined;
  }
}

function positionsOf(work: unknown): ProfileInput['positions'] {
  return objects(work).flatMap((job) => {
    const title = text(job.position) ?? text(job.name) ?? text(job.company);
    if (!title) return [];
    const start = month(job.startDate);
    const end = isOpenEnd(job.endDate) ? undefined : month(job.endDate, 'end');
    const highlights = texts(job.highlights).map((line) => `• ${line}`);
    return {
      title,
      company: text(job.name) ?? text(job.company),
      start,
      end,
      is_current: start !== undefined && isOpenEnd(job.endDate),
      location: text(job.location),
      description: text([text(job.summary, 5000), ...highlights].filter(Boolean).join('\n'), 10_000),
    };
  });
}

function skillsOf(skills: unknown): ProfileInput['skills'] {
  // A group ("Web development") has its skills as keywords, and may be a skill itself.
  const names = objects(skills).flatMap((group) => {
    const [name, keywords] = [text(group.name, 100), texts(group.keywords)];
    return [...(name && (keywords.length === 0 || findSkill(name)) ? [name] : []), ...keywords];
  });
  return [...new Set(names)].slice(0, 500).map((name) => ({ name, source: 'resume' }));
}

function educationsOf(educations: unknown): ProfileInput['educations'] {
  return objects(educations).flatMap((item) => {
    const institution = text(item.institution);
    if (!institution) return [];
    const degree = text(item.studyType);
    return {
      institution,
      degree,
      field: text(item.area),
      level: educationLevel(degree ?? '') ?? null,
      start_year: year(item.startDate),
      end_year: year(item.endDate),
    };
  });
}

function contactsOf(basics: Json): ProfileInput['contacts'] {
  const email = text(basics.email);
  const phone = text(basics.phone);
  return [
    ...(email?.includes('@') ? [{ type: 'email' as const, value: email, source: 'resume' as const }] : []),
    ...(phone && /\d/.test(phone) ? [{ type: 'phone' as const, value: phone, source: 'resume' as const }] : []),
  ];
}

/** The country by code or name in any language, else the country of the city. */
function placeOfParts(place: Json): NamedPlace | undefined {
  const written = text(place.countryCode) ?? text(place.country);
  const code = written === undefined ? undefined : findCountry(written)?.code;
  const city = text(place.city) ?? text(place.region);
  return city || code ? { ...(city ? { city } : {}), ...(code ? { country_code: code } : {}) } : undefined;
}

const networks: Readonly<Record<string, string>> = {
  github: 'github.com/',
  gitlab: 'gitlab.com/',
  linkedin: 'www.linkedin.com/in/',
  twitter: 'twitter.com/',
  x: 'x.com/',
  facebook: 'www.facebook.com/',
  instagram: 'www.instagram.com/',
  vk: 'vk.com/',
  telegram: 't.me/',
  medium: 'medium.com/@',
  behance: 'www.behance.net/',
  dribbble: 'dribbble.com/',
  kaggle: 'www.kaggle.com/',
  xing: 'www.xing.com/profile/',
  bitbucket: 'bitbucket.org/',
};

function pageOf({ url, network, username }: Json) {
  const page = linkOf(url);
  const site = networks[(text(network) ?? '').toLowerCase()];
  const name = text(username, 100)?.replace(/^@/, '');
  return page ?? (site && name && /^[\w.-]+$/.test(name) ? linkOf(site + name) : undefined);
}

export function fromJsonResume(resume: Json): ProfileInput {
  const basics = object(resume.basics);
  const location =
    typeof basics.location === 'string' ? placeOf(basics.location, { minPopulation: 1000 }) : placeOfParts(object(basics.location));
  const pages = [linkOf(basics.url ?? basics.website), ...objects(basics.profiles).map(pageOf)];
  const languages = objects(resume.languages).flatMap((item) => {
    const language = findLanguage(text(item.language) ?? '');
    return language ? { code: language.code, level: languageLevel(text(item.fluency) ?? '') ?? null } : [];
  });
  const picture = text(basics.image ?? basics.picture, 2000);
  return {
    ...splitName(text(basics.name) ?? ''),
    headline: text(basics.label, 500),
    about: text(basics.summary, 10_000),
    pictures: picture && /^https?:/.test(picture) ? [picture] : [],
    locations: location ? [location] : [],
    positions: positionsOf(resume.work)?.slice(0, 100),
    skills: skillsOf(resume.skills),
    educations: educationsOf(resume.education)?.slice(0, 50),
    courses_and_certificates: objects(resume.certificates).flatMap((item) => {
      const name = text(item.name);
      return name ? { name, year: year(item.date) } : [];
    }),
    interests: objects(resume.interests).flatMap((item) => text(item.name, 100) ?? []),
    links: pages.filter((link) => link !== undefined),
    languages,
    contacts: contactsOf(basics),
    updated_on: /^\d{4}-\d\d-\d\d/.exec(text(object(resume.meta).lastModified) ?? '')?.[0],
  };
}
