import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { z } from 'zod';

/** 'YYYY-MM' or 'YYYY' */
const month = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/);
const words = (max = 255) => z.string().trim().min(1).max(max);

export const position = z.object({
  title: words(),
  company: words().nullish(),
  company_id: z.number().int().nullish(),
  /** Size range at that time, such as '51-200'. */
  company_size: z.string().nullish(),
  industry: z.string().nullish(),
  start: month.nullish(),
  /** Absent for the current position. */
  end: month.nullish(),
  is_current: z.boolean().default(false),
  location: z.string().max(255).nullish(),
  description: z.string().max(10_000).nullish(),
});

export const skill = z.object({
  name: words(100),
  /** Reference id; absent for a free-text skill. */
  skill_id: z.number().int().nullish(),
  /** PROF-046 */
  is_principal: z.boolean().default(false),
  deleted: z.boolean().default(false),
  /** 0 to 1 among people with the skill (PROF-051 to PROF-054). */
  norm_rating: z.number().min(0).max(1).nullish(),
  rating_on_resources: z.array(z.object({ resource: z.string(), rating: z.number().min(0).max(1) })).default([]),
  show_achievements: z.boolean().default(false),
  source: z.string().nullish(),
  /** PROF-050 */
  additional_skills: z.array(words(100)).max(50).nullish(),
  years: z.number().min(0).max(70).nullish(),
  last_used: z.number().int().nullish(),
});

export const education = z.object({
  institution: words(),
  university_id: z.number().int().nullish(),
  degree: z.string().max(255).nullish(),
  level: z.enum(['secondary', 'bachelor', 'master', 'doctor', 'other']).nullish(),
  field: z.string().max(255).nullish(),
  start_year: z.number().int().min(1900).max(2100).nullish(),
  end_year: z.number().int().min(1900).max(2100).nullish(),
});

export const profileLocation = z.object({
  city: z.string().max(255).nullish(),
  city_id: z.number().int().nullish(),
  /** ISO 3166-1 alpha-2 */
  country_code: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .nullish(),
  country: z.string().max(255).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lon: z.number().min(-180).max(180).nullish(),
});

export const spokenLanguage = z.object({
  /** ISO 639-1 */
  code: z.string().regex(/^[A-Za-z]{2}$/),
  level: z.enum(['native', 'fluent', 'advanced', 'intermediate', 'basic']).nullish(),
});

export const profileLink = z.object({ url: z.string().max(2000), domain: z.string().max(255) });

/** CONT-006 */
export const contactSources = [
  'resume',
  'hh',
  'linkedin',
  'e_staff',
  'file',
  'getmatch',
  'enrichment',
  'repository',
  'manual',
  'mailing_list',
  'home_site',
  'gravatar',
  'external',
] as const;
export const contact = z.object({
  type: z.enum(contactTypes),
  value: words(255),
  kind: z.enum(['personal', 'corporate']).nullish(),
  source: z.enum(contactSources).default('external'),
});

/**
 * Contents of `profiles.data`, of imported and of exported JSON lines. Contacts are stored in their
 * own table.
 */
export const profileData = z.object({
  /** Stable key of the source, so that a second import updates the profile. */
  external_key: z.string().max(255).nullish(),
  first_name: z.string().trim().max(255).default(''),
  last_name: z.string().trim().max(255).default(''),
  patronymic: z.string().trim().max(255).nullish(),
  name_latin: z.string().max(255).nullish(),
  nick: z.string().max(255).nullish(),
  /** PROF-039 */
  order_id: z.string().max(255).nullish(),
  headline: z.string().max(500).nullish(),
  about: z.string().max(10_000).nullish(),
  pictures: z.array(z.string().max(2000)).max(20).default([]),
  locations: z.array(profileLocation).max(100).default([]),
  positions: z.array(position).max(100).default([]),
  skills: z.array(skill).max(500).default([]),
  educations: z.array(education).max(100).default([]),
  courses_and_certificates: z
    .array(z.object({ name: words(), year: z.number().int().nullish() }))
    .max(200)
    .default([]),
  interests: z.array(words(100)).max(100).default([]),
  links: z.array(profileLink).max(100).default([]),
  languages: z.array(spokenLanguage).max(100).default([]),
  gender: z.enum(['male', 'female']).nullish(),
  /** PROF-024: 'YYYY-MM-DD' */
  birthdate_exact: z.iso.date().nullish(),
  diversity: z.object({ race: z.string().max(100).nullish(), gender: z.string().max(100).nullish() }).nullish(),
  job_seeking: z.boolean().default(false),
  is_freelancer: z.boolean().default(false),
  remote_ready: z.boolean().default(false),
  likely_to_respond: z.boolean().default(false),
  hidden_star: z.boolean().default(false),
  popularity_penalty: z.boolean().default(false),
  industry: z.string().max(255).nullish(),
  salary: z.object({ amount: z.number().positive(), currency: z.string().length(3) }).nullish(),
  contacts: z.array(contact).max(100).default([]),
  /** 'YYYY-MM-DD' */
  updated_on: z.iso.date().nullish(),
});

export type ProfileInput = z.input<typeof profileData>;
export type ProfileData = z.output<typeof profileData>;
export type Contact = z.output<typeof contact>;
