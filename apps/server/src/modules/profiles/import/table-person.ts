import type { ProfileInput } from '@headwater/contract/profile-data';
import type { Rows } from '#platform/extract/table.ts';
import { boundText } from './resume/bound-text.ts';
import { findContacts } from './resume/contacts.ts';
import { parseLanguages } from './resume/languages.ts';
import { parseSkills } from './resume/parse-skills.ts';
import { readDay } from './resume/personal.ts';
import { splitName } from './resume/split-name.ts';

const labels = {
  name: /^(?:(?:full |candidate )?name|candidate|фио|ф\.и\.о\.?|имя и фамилия|полное имя|кандидат)$/,
  first_name: /^(?:first[ _-]?name|giv\w+[ _-]?name|имя)$/,
  last_name: /^(?:last[ _-]?name|surname|family[ _-]?name|фамилия)$/,
  patronymic: /^(?:patronymic|middle[ _-]?name|отчество)$/,
  title: /^(?:(?:job |current )?(?:title|position|role)|должность|позиция)$/,
  company: /^(?:(?:current )?(?:company|employer)|компания|работодатель|место работы)$/,
  headline: /^(?:headline|заголовок|специализация)$/,
  about: /^(?:about|summary|comments?|notes?|о себе|обо мне|комментарий|примечани[ея])$/,
  city: /^(?:city|location|place|город|место жительства|локация)$/,
  country: /^(?:country|страна)$/,
  skills: /^(?:(?:key )?skills|tags|(?:ключевые )?навыки)$/,
  languages: /^(?:languages?|языки?|иностранные языки)$/,
  institution: /^(?:education|university|school|образование|вуз|университет)$/,
  birthdate: /^(?:birth ?date|date of birth|birthday|dob|дата рождения)$/,
} as const;
type Label = keyof typeof labels;

const contactLabel = /e-?mail|почта|phone|mobile|tel|телефон|telegram|телеграм|skype|link|url|site|github|linkedin|сайт|ссылк|страниц/;
const names = Object.keys(labels) as Label[];
const longestLabel = 100;
const labelOf = (cell: string): Label | 'contact' | undefined => {
  if (cell.length > longestLabel) return undefined;
  const bare = cell
    .toLowerCase()
    .replace(/[:*]+$/, '')
    .trim();
  return names.find((name) => labels[name].test(bare)) ?? (bare.length <= 40 && contactLabel.test(bare) ? 'contact' : undefined);
};
const isNaming = (label: Label | 'contact' | undefined) => label === 'name' || label === 'first_name' || label === 'last_name';

interface Named {
  label: Label | 'contact';
  value: string;
}

const pairsOf = (heads: readonly string[], values: readonly string[]): Named[] =>
  heads.flatMap((head, index) => {
    const [label, value] = [labelOf(head), boundText(values[index] ?? '')];
    return label && value !== '' ? [{ label, value: label === 'contact' ? `${head}: ${value}` : value }] : [];
  });

function personOf(pairs: readonly Named[]): ProfileInput | undefined {
  const all = (label: Label | 'contact') => pairs.flatMap((pair) => (pair.label === label ? [pair.value] : []));
  const line = (label: Label) => all(label)[0]?.slice(0, 255);
  const { contacts, links } = findContacts({ text: boundText(all('contact').join('\n')), links: [] });
  const whole = splitName(line('name') ?? '');
  const [first, last] = [line('first_name') ?? whole.first_name, line('last_name') ?? whole.last_name];
  if (`${first}${last}` === '') return undefined;
  const [title, company, city, country] = [line('title'), line('company'), line('city'), line('country')];
  return {
    first_name: first,
    last_name: last,
    patronymic: line('patronymic') ?? whole.patronymic,
    headline: line('headline') ?? title,
    about: all('about').join('\n').slice(0, 10_000) || undefined,
    locations: city || country ? [{ city, country }] : [],
    positions: title || company ? [{ title: title ?? company ?? '', company, is_current: true }] : [],
    skills: parseSkills(all('skills')).slice(0, 100),
    languages: parseLanguages(all('languages')),
    educations: all('institution').map((institution) => ({ institution: institution.slice(0, 255) })),
    birthdate_exact: readDay(line('birthdate') ?? ''),
    links,
    contacts,
  };
}

/**
 * `many`: the table lists people; undefined: neither the first row nor the first column has labels.
 */
export function personOfTable(rows: Rows): ProfileInput | 'many' | undefined {
  const [heads = [], ...people] = rows;
  if (people.length > 0 && heads.filter((head) => labelOf(head)).length >= 2 && heads.some((head) => isNaming(labelOf(head)))) {
    return people.length > 1 ? 'many' : personOf(pairsOf(heads, people[0] ?? []));
  }
  if (!rows.some((row) => isNaming(labelOf(row[0] ?? '')))) return undefined;
  // Values beyond the second column mean one person a column.
  if (rows.filter((row) => row.slice(2).some((cell) => cell !== '')).length > rows.length / 2) return 'many';
  return personOf(
    pairsOf(
      rows.map((row) => row[0] ?? ''),
      rows.map((row) => row.slice(1).filter(Boolean).join('\n')),
    ),
  );
}
