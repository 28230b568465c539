import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { z } from 'zod';
import { education, position, profileLocation, skill, spokenLanguage } from './profile-data.ts';
import { name, optionalName, optionalText, text } from './validation.ts';

/** PEDT-013 */
export const entries = 100;
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(entries);
const line = optionalText(255).nullish();
const year = z.number().int().min(1900).max(2100);
const reference = z.number().int().positive().nullish();

const month = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'field_month');

const endsBeforeStart = ({ start, end }: { start?: string | null | undefined; end?: string | null | undefined }) =>
  // A year without a month covers the whole year.
  Boolean(start && end) && (end ?? '').padEnd(7, '~') < (start ?? '');

const formPosition = position
  .extend({
    title: text(),
    company: line,
    company_id: reference,
    company_size: line,
    industry: line,
    start: month.nullish(),
    end: month.nullish(),
    location: line,
    description: optionalText(10_000).nullish(),
  })
  .refine((period) => !endsBeforeStart(period), { path: ['end'], message: 'field_ends_early' });

const formEducation = education
  .extend({
    institution: text(),
    university_id: reference,
    degree: line,
    field: line,
    start_year: year.nullish(),
    end_year: year.nullish(),
  })
  .refine(({ start_year: start, end_year: end }) => !(start && end && end < start), { path: ['end_year'], message: 'field_ends_early' });

const isOfPlace = ({ city, country, country_code: code, city_id: id }: z.infer<typeof profileLocation>) =>
  Boolean(city ?? country ?? code ?? id);

const formLocation = profileLocation
  .extend({
    city: line,
    city_id: reference,
    country: line,
    country_code: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .nullish(),
  })
  .refine(isOfPlace, { path: ['city'], message: 'field_empty' });

export const withScheme = (address: string) => (/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);

const isWebAddress = (value: string) => {
  const address = withScheme(value);
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') && username === '';
};

export const webAddress = text().refine(isWebAddress, 'field_url');

/** Missing fields stay unchanged; null or empty values clear them. Lists are complete. */
export const profileForm = z.object({
  first_name: optionalName(255),
  last_name: optionalName(255),
  patronymic: optionalName(255).nullable(),
  name_latin: optionalName(255).nullable(),
  nick: optionalName(255).nullable(),
  order_id: optionalText(255).nullable(),
  headline: optionalText(255).nullable(),
  about: optionalText(10_000).nullable(),
  locations: list(formLocation),
  positions: list(formPosition),
  skills: list(skill.extend({ name: name(100), skill_id: reference })),
  educations: list(formEducation),
  courses_and_certificates: list(z.object({ name: text(), year: year.nullish() })),
  interests: list(text(100)),
  links: list(z.object({ url: webAddress })),
  languages: list(spokenLanguage),
  gender: z.enum(['male', 'female']).nullable(),
  birthdate_exact: z.iso.date().nullable(),
  industry: optionalText(255).nullable(),
  job_seeking: z.boolean(),
  is_freelancer: z.boolean(),
  remote_ready: z.boolean(),
  salary: z.object({ amount: z.number().positive().max(1e12), currency: z.string().regex(/^[A-Z]{3}$/) }).nullable(),
});
export const profileChange = profileForm.partial();
export type ProfileForm = z.output<typeof profileForm>;
export type ProfileChange = z.output<typeof profileChange>;

export const formContact = z.object({ type: z.enum(contactTypes), value: text(255), kind: z.enum(['personal', 'corporate']).nullish() });
export type FormContact = z.output<typeof formContact>;
export const contactChange = z.object({ add: list(formContact).default([]), remove: list(z.number().int().positive()).default([]) });
