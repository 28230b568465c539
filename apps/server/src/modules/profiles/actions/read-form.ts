import { profileData, type ProfileData } from '@headwater/contract/profile-data';
import { type FormContact, type ProfileChange, withScheme } from '@headwater/contract/profile-form';
import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { FieldErrors } from '#platform/errors.ts';
import { fullName } from '../full-name.ts';
import type { NormalizedContact } from '../import/normalize-contact.ts';
import { resolveReferences } from '../import/resolve-references.ts';
import { readContact, separateValues } from '../read-contact.ts';
import type { FragmentData, StoredProfile } from '../tables.ts';

type Skill = StoredProfile['skills'][number];

const nothing: ProfileData = profileData.parse({});
export const emptyProfile = (): StoredProfile => {
  const { contacts: _, ...data } = nothing;
  return structuredClone(data);
};

export function fragmentOf(profile: Partial<StoredProfile>): FragmentData {
  const said = fragmentFields.flatMap((field) => {
    const value = profile[field];
    const isNothing =
      value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
    return isNothing ? [] : [[field, value] as const];
  });
  return Object.fromEntries(said) as FragmentData;
}

const skillKey = ({ name, skill_id: id }: Pick<Skill, 'name' | 'skill_id'>) => id ?? name.toLowerCase();

/** Forms have no ratings: a skill that stays in the list keeps the ratings of its sources. */
function withKnownRatings(skills: readonly Skill[], known: readonly Skill[]): Skill[] {
  const byKey = new Map(known.map((skill) => [skillKey(skill), skill]));
  return skills.map((skill) => {
    const before = byKey.get(skillKey(skill));
    return {
      ...skill,
      norm_rating: before?.norm_rating ?? null,
      rating_on_resources: before?.rating_on_resources ?? [],
      show_achievements: before?.show_achievements ?? false,
      additional_skills: before?.additional_skills ?? null,
      source: before?.source ?? 'manual',
    };
  });
}

const linkOf = ({ url }: { url: string }) => {
  const { href, hostname } = new URL(withScheme(url));
  return { url: href, domain: hostname.replace(/^www\./, '').slice(0, 255) };
};

const textFields = ['patronymic', 'name_latin', 'nick', 'order_id', 'headline', 'about', 'industry'] as const;

export function readForm(change: ProfileChange, seen: StoredProfile): FragmentData {
  const { links, ...rest } = change;
  const form: Partial<StoredProfile> = { ...rest, ...(links ? { links: links.map(linkOf) } : {}) };
  for (const field of textFields) if (form[field] === '') form[field] = null;
  const resolved = resolveReferences({ ...nothing, ...form });
  const filled = fragmentFields.filter((field) => form[field] !== undefined);
  const read = Object.fromEntries(filled.map((field) => [field, resolved[field]])) as Partial<StoredProfile>;
  return read.skills ? { ...read, skills: withKnownRatings(read.skills, seen.skills) } : read;
}

const longestName = 255;

/** PEDT-013: a person has a name. Checked for editors only, as some sources have no name. */
export function requireName(profile: StoredProfile, change: FragmentData): void {
  if (change.first_name === undefined && change.last_name === undefined && change.patronymic === undefined) return;
  const name = fullName(profile);
  if (name === '') throw new FieldErrors({ first_name: 'profile_unnamed' });
  if (name.length > longestName) throw new FieldErrors({ first_name: { key: 'field_too_long', parts: { count: longestName } } });
}

/** Errors name the position in `at`. */
export function readContacts(contacts: readonly FormContact[], at: string): NormalizedContact[] {
  const wrong: Record<string, 'contact_invalid'> = {};
  const read = new Map<string, NormalizedContact>();
  for (const [index, contact] of contacts.entries()) {
    const forms = separateValues({ ...contact, source: 'manual' }).map((value) => readContact({ ...contact, value, source: 'manual' }));
    for (const form of forms) if (form) read.set(`${form.type} ${form.normalized}`, { ...contact, ...form });
    if (forms.length === 0 || forms.includes(undefined)) wrong[`${at}.${index}.value`] = 'contact_invalid';
  }
  if (Object.keys(wrong).length > 0) throw new FieldErrors(wrong);
  return [...read.values()];
}
