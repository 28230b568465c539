import { descriptionLanguages } from '@headwater/contract/vacancy-descriptions';
import { sortByRecency } from '@headwater/domain/profiles/careers';
import { withoutContacts } from '#modules/ai-search/public.ts';
import type { StoredProfile } from '#modules/profiles/public.ts';

export type WritingLanguage = (typeof descriptionLanguages)[number];

export interface PersonInPrompt {
  first_name?: string;
  positions: { title: string; company?: string; years?: string; about?: string }[];
  skills: string[];
}

const bounds = { positions: 4, described: 2, about: 400, skills: 15, line: 150 };

const oddAddresses = /(?:^|(?<=[\s(,;]))(?:@[\w.]{3,}|(?:www\.|t\.me\/|vk\.com\/|github\.com\/|(?:\w+\.)?linkedin\.com\/)\S+)/giu;

const asPattern = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function removeWords(text: string, words: readonly string[]): string {
  if (words.length === 0) return text;
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.map(asPattern).join('|')})(?![\p{L}\p{N}])`, 'giu'), ' ');
}

type Named = Pick<StoredProfile, 'first_name' | 'last_name' | 'patronymic' | 'name_latin' | 'nick'>;

function namesOf({ first_name: first, last_name: last, patronymic, name_latin: latin, nick }: Named): string[] {
  const own = new Set(first.toLowerCase().split(/\s+/));
  return [last, patronymic, latin, nick]
    .flatMap((name) => (name ?? '').split(/\s+/))
    .filter((word) => word.length > 1 && !own.has(word.toLowerCase()));
}

export function cutterFor(data: Named, contacts: readonly string[]): (text: string, length?: number) => string {
  const names = namesOf(data);
  const known = contacts.map((value) => value.trim()).filter((value) => value.length > 3);
  return (text, length = bounds.line) => {
    const bare = known.reduce((rest, value) => rest.replaceAll(new RegExp(asPattern(value), 'giu'), ' '), text);
    const clean = removeWords(withoutContacts(bare).replaceAll(oddAddresses, ' '), names);
    return clean.replaceAll(/\s+/g, ' ').trim().slice(0, length).trim();
  };
}

function yearsOf({ start, end, is_current: isCurrent }: StoredProfile['positions'][number]): string | undefined {
  if (!start) return undefined;
  const last = end?.slice(0, 4) ?? (isCurrent ? 'now' : undefined);
  return last ? `${start.slice(0, 4)}-${last}` : start.slice(0, 4);
}

/** `contacts`: contact values to remove from descriptions. */
export function personFor(data: StoredProfile, contacts: readonly string[]): PersonInPrompt {
  const cut = cutterFor(data, contacts);
  const positions = sortByRecency(data.positions)
    .slice(0, bounds.positions)
    .map((position, index) => {
      const company = cut(position.company ?? '');
      const years = yearsOf(position);
      const about = index < bounds.described ? cut(position.description ?? '', bounds.about) : '';
      return { title: cut(position.title), ...(company ? { company } : {}), ...(years ? { years } : {}), ...(about ? { about } : {}) };
    });
  const skills = data.skills
    .filter((skill) => !skill.deleted)
    .toSorted((one, other) => Number(other.is_principal) - Number(one.is_principal))
    .slice(0, bounds.skills)
    .map((skill) => cut(skill.name));
  const [first = ''] = cut(data.first_name).split(' ');
  return { ...(first ? { first_name: first } : {}), positions, skills: skills.filter((name) => name !== '') };
}

const isWritable = (code: string): code is WritingLanguage => (descriptionLanguages as readonly string[]).includes(code);

/** Native language if supported, otherwise guessed from the script of the profile. */
export function languageOf(data: Pick<StoredProfile, 'languages' | 'first_name' | 'headline' | 'positions'>): WritingLanguage {
  const native = data.languages.find(({ code, level }) => level === 'native' && isWritable(code))?.code;
  if (native && isWritable(native)) return native;
  const text = [data.first_name, data.headline ?? '', ...data.positions.map(({ title }) => title)].join(' ');
  if (/[іїєґ]/iu.test(text)) return 'uk';
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en';
}
