import type { ProfileData } from '@headwater/contract/profile-data';
import { cityById } from '@headwater/reference/cities';
import { companyById } from '@headwater/reference/companies';
import { universityById } from '@headwater/reference/universities';
import { passportSpelling } from '../../apps/server/src/modules/demo/passport-spelling.ts';
import type { Random } from '../../apps/server/src/modules/demo/random.ts';

/** Difference between two sources of a person. Returns a new profile. */
export type Change = (random: Random, profile: ProfileData) => ProfileData;

export const inOrder =
  (...changes: readonly Change[]): Change =>
  (random, profile) =>
    changes.reduce((changed, change) => change(random, changed), profile);

const isCyrillic = (text: string) => /[а-яё]/i.test(text);

/** A typo: one character omitted, doubled, replaced or swapped, never the first. */
export function misspelt(random: Random, word: string): string {
  if (word.length < 4) return word;
  const at = random.int(1, word.length - 2);
  const alphabet = isCyrillic(word) ? 'аеиорнтслвкмдпубгзя' : 'aeiornstlcdupmgbh';
  const [before, letter = '', next = '', after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  const slips = [
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${random.pick([...alphabet])}${next}${after}`,
    `${before}${next}${letter}${after}`,
  ];
  return random.pick(slips);
}

export const misspeltLast: Change = (random, profile) => ({ ...profile, last_name: misspelt(random, profile.last_name) });
export const misspeltFirst: Change = (random, profile) => ({ ...profile, first_name: misspelt(random, profile.first_name) });

const later = (month: string, months: number) => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** Sometimes only the year, or a month or two off. */
function writtenDate(random: Random, date: string | null | undefined): string | null | undefined {
  if (!date || date.length < 7) return date;
  if (random.chance(0.2)) return date.slice(0, 4);
  return random.chance(0.15) ? later(date, random.int(-2, 2)) : date;
}

/** Drops and rewrites fields. `contacts`: share of kept contacts. */
export const throughOtherSource =
  ({ contacts }: { contacts: number }): Change =>
  (random, profile) => ({
    ...profile,
    external_key: null,
    patronymic: random.chance(0.5) ? profile.patronymic : null,
    name_latin: null,
    nick: null,
    gender: random.chance(0.6) ? profile.gender : null,
    birthdate_exact: random.chance(0.5) ? profile.birthdate_exact : null,
    headline: null,
    about: null,
    positions: profile.positions.slice(0, Math.max(1, profile.positions.length - random.int(0, 2))).map((position) => ({
      ...position,
      description: null,
      start: writtenDate(random, position.start),
      end: writtenDate(random, position.end),
      company_id: random.chance(0.1) ? null : position.company_id,
    })),
    educations: random.chance(0.8) ? profile.educations : [],
    links: profile.links.filter(() => random.chance(contacts)),
    contacts: profile.contacts.filter(() => random.chance(contacts)),
  });

/** Latin script, with English names of employers, schools and places. */
export const inEnglish =
  (spell: (text: string) => string = passportSpelling): Change =>
  (_random, profile) => ({
    ...profile,
    first_name: spell(profile.first_name),
    last_name: spell(profile.last_name),
    patronymic: null,
    name_latin: null,
    locations: profile.locations.map((location) => ({
      ...location,
      city: (location.city_id ? cityById(location.city_id)?.name : undefined) ?? spell(location.city ?? ''),
    })),
    positions: profile.positions.map((position) => ({
      ...position,
      title: isCyrillic(position.title) ? 'Specialist' : position.title,
      company: (position.company_id ? companyById(position.company_id)?.name : undefined) ?? spell(position.company ?? ''),
    })),
    educations: profile.educations.map((education) => ({
      ...education,
      institution: (education.university_id ? universityById(education.university_id)?.name : undefined) ?? spell(education.institution),
    })),
  });

const german: Readonly<Record<string, string>> = {
  ж: 'sch',
  ч: 'tsch',
  ш: 'sch',
  щ: 'schtsch',
  х: 'ch',
  ц: 'z',
  й: 'i',
  в: 'w',
  ю: 'ju',
  я: 'ja',
  ё: 'jo',
  ы: 'y',
};
const everyday: Readonly<Record<string, string>> = { ё: 'yo', х: 'h', щ: 'sch', ц: 'c', ю: 'yu', я: 'ya', й: 'j', ь: '' };
const lettersBy = (table: Readonly<Record<string, string>>) => (text: string) =>
  text.replace(/[а-яё]/gi, (letter) => {
    const latin = table[letter.toLowerCase()] ?? passportSpelling(letter.toLowerCase());
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
export const germanSpelling = lettersBy(german);
export const everydaySpelling = lettersBy(everyday);

export const lastNameOf =
  (other: (random: Random, profile: ProfileData) => string): Change =>
  (random, profile) => ({ ...profile, last_name: other(random, profile) });

/** The other person's job follows the current one. */
export const newJobFrom =
  (other: (random: Random) => ProfileData): Change =>
  (random, profile) => {
    const [present, ...past] = profile.positions;
    const [next] = other(random).positions;
    if (!present?.start || !next) return profile;
    const end = later(present.start.padEnd(7, '-06').slice(0, 7), random.int(10, 30));
    const taken = { ...next, start: later(end, 1), end: null, is_current: true, location: present.location };
    return { ...profile, positions: [taken, { ...present, end: present.end ?? end, is_current: false }, ...past], headline: null };
  };

export const yearsAlone: Change = (_random, profile) => ({
  ...profile,
  positions: profile.positions.map((position) => ({ ...position, start: position.start?.slice(0, 4), end: position.end?.slice(0, 4) })),
});

/** Legal names, which the reference list does not contain. */
export const employersInFull: Change = (random, profile) => ({
  ...profile,
  positions: profile.positions.map((position) => {
    const name = position.company ?? '';
    const forms = isCyrillic(name)
      ? [`ООО «${name}»`, `АО "${name}"`, `${name}, ООО`]
      : [`${name}, Inc.`, `${name} LLC`, `${name} Ltd.`, `${name} GmbH`];
    return { ...position, company: random.pick(forms), company_id: null };
  }),
});

export const lastNameFirst: Change = (_random, profile) => ({ ...profile, first_name: profile.last_name, last_name: profile.first_name });
export const doubleLastName =
  (other: (random: Random, profile: ProfileData) => string): Change =>
  (random, profile) => ({
    ...profile,
    last_name: random.chance(0.5) ? `${profile.last_name}-${other(random, profile)}` : `${other(random, profile)}-${profile.last_name}`,
  });
export const patronymicInside: Change = (_random, profile) => ({
  ...profile,
  first_name: [profile.first_name, profile.patronymic].filter(Boolean).join(' '),
  patronymic: null,
});
export const initialOnly: Change = (_random, profile) => ({ ...profile, first_name: `${profile.first_name.charAt(0)}.`, patronymic: null });

/** Swaps day and month, or changes one digit. */
export const slippedBirthdate: Change = (random, profile) => {
  const born = profile.birthdate_exact ?? `19${random.int(70, 99)}-0${random.int(1, 9)}-1${random.int(0, 9)}`;
  const [year, month = '', day = ''] = born.split('-');
  return {
    ...profile,
    birthdate_exact:
      Number(day) <= 12 && random.chance(0.5) ? `${year}-${day}-${month}` : `${born.slice(0, -1)}${(Number(born.at(-1)) + 1) % 9}`,
  };
};

/** Another town with a new phone number. */
export const movedTo =
  (other: (random: Random) => ProfileData): Change =>
  (random, profile) => ({
    ...profile,
    locations: other(random).locations,
    contacts: profile.contacts.filter(({ type }) => type !== 'phone'),
  });
