import type { ProfileInput } from '@headwater/contract/profile-data';
import { findLanguage } from '@headwater/reference/languages';
import { splitName } from './resume/split-name.ts';
import { languageLevel } from './resume/languages.ts';
import { educationLevel } from './resume/education-level.ts';

/** The parts of the JSON Resume schema (jsonresume.org, 1.0.0 and the older field names) that a profile has a place for. */
type Json = Record<string, unknown>;

const text = (value: unknown, max = 255): string | undefined => {
  const trimmed = typeof value === 'string' ? value.trim().slice(0, max) : typeof value === 'number' ? String(value) : '';
  return trimmed === '' ? undefined : trimmed;
};
const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((item): item is Json => typeof item === 'object' && item !== null) : [];
const object = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {});
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap((item) => text(item, 100) ?? []) : []);

/** 'YYYY-MM-DD', 'YYYY-MM' or 'YYYY' cut to a month; anything else is left out. */
const month = (value: unknown): string | undefined => /^\d{4}(?:-(?:0[1-9]|1[0-2]))?(?=-|$|T)/.exec(text(value) ?? '')?.[0];
const year = (value: unknown): number | undefined => {
  const found = Number(/(?:19|20)\d\d/.exec(text(value) ?? '')?.[0]);
  return Number.isNaN(found) ? undefined : found;
};

export const isJsonResume = (value: object): value is Json =>
  'basics' in value && typeof value.basics === 'object' && value.basics !== null && !Array.isArray(value.basics);

/** An address that a browser can open, else undefined. */
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
    const end = month(job.endDate);
    const highlights = texts(job.highlights).map((line) => `• ${line}`);
    return {
      title,
      company: text(job.name) ?? text(job.company),
      start,
      end,
      is_current: start !== undefined && end === undefined,
      location: text(job.location),
      description: text([text(job.summary, 5000), ...highlights].filter(Boolean).join('\n'), 10_000),
    };
  });
}

function skillsOf(skills: unknown): ProfileInput['skills'] {
  // A group ("Web development") names its members as keywords; a skill without them is named by itself.
  const names = objects(skills).flatMap((group) => {
    const keywords = texts(group.keywords);
    return keywords.length > 0 ? keywords : (text(group.name, 100) ?? []);
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

/** Turns a JSON Resume into a profile of ours, not yet checked. */
export function fromJsonResume(resume: Json): ProfileInput {
  const basics = object(resume.basics);
  const place = object(basics.location);
  const country = text(place.countryCode, 2)?.toUpperCase();
  const city = text(place.city);
  const pages = [linkOf(basics.url ?? basics.website), ...objects(basics.profiles).map((profile) => linkOf(profile.url))];
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
    locations: city || country ? [{ city, country_code: country?.length === 2 ? country : undefined }] : [],
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
