import type { Random } from './random.ts';
import { english } from './words-en.ts';
import { russian } from './words-ru.ts';
import type { Trade, Words } from './words.ts';

export type Language = 'en' | 'ru';

/** A month of a year; months from 1. */
export interface Month {
  year: number;
  month: number;
}

export interface Job {
  title: string;
  company: string;
  city: string;
  start: Month;
  /** Absent while it lasts. */
  end?: Month;
  does: string[];
}

export interface Study {
  institution: string;
  degree: string;
  field: string;
  start: number;
  end: number;
}

/** Somebody who does not exist, as their resume tells of them. Jobs and studies from the newest. */
export interface Person {
  lang: Language;
  words: Words;
  first: string;
  last: string;
  patronymic?: string;
  isWoman: boolean;
  phone: string;
  email: string;
  links: string[];
  city: string;
  country: string;
  headline: string;
  jobs: [Job, ...Job[]];
  studies: [Study, ...Study[]];
  skills: string[];
}

/** Ranges that number plans keep for fiction, else ranges that are given to nobody. */
function phoneOf(random: Random, lang: Language): string {
  const four = () => String(random.between(1000, 9999));
  const dash = random.one(['-', ' ', '–', '—', '.']);
  if (lang === 'ru') {
    const [two, other] = [String(random.between(10, 99)), String(random.between(10, 99))];
    const code = String(random.one([912, 903, 921, 927]));
    return random.one([
      `+7 (${code}) 555-${two}-${other}`,
      `8${dash}${code}${dash}555${dash}${two}${dash}${other}`,
      `+7 ${code} 555 ${two} ${other}`,
      `8 (${code}) 555${dash}${two}${dash}${other}`,
    ]);
  }
  const line = `01${String(random.between(10, 99))}`;
  const area = String(random.one([212, 415, 617, 206, 312]));
  return random.one([
    `+1 (${area}) 555-${line}`,
    `${area}${dash}555${dash}${line}`,
    `1${dash}${area}${dash}555${dash}${line}`,
    `+44 20 7946 0${four().slice(1)}`,
    `+44${dash}7700${dash}900${dash}${four().slice(1)}`,
  ]);
}

const romanLetters: Record<string, string> = Object.fromEntries(
  [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'].map((letter, index) => [
    letter,
    'a,b,v,g,d,e,e,zh,z,i,y,k,l,m,n,o,p,r,s,t,u,f,kh,ts,ch,sh,shch,,y,,e,yu,ya'.split(',')[index] ?? '',
  ]),
);
const handle = (text: string) =>
  [...text.toLowerCase()]
    .map((letter) => romanLetters[letter] ?? letter)
    .join('')
    .replace(/[^a-z]+/g, '-');

function nameOf(random: Random, words: Words, lang: Language): Pick<Person, 'first' | 'last' | 'patronymic' | 'isWoman'> {
  const isWoman = random.chance(0.5);
  const first = random.one(isWoman ? words.women : words.men);
  const last = random.one(words.surnames);
  if (lang === 'en') return { first, last, isWoman };
  const bends = /(?:в|ин)$/.test(last) ? `${last}а` : last.endsWith('ский') ? last.replace(/ий$/, 'ая') : last;
  const father = random.one(['Сергеев', 'Иванов', 'Андреев', 'Викторов', 'Рустамов']);
  return {
    first,
    last: isWoman ? bends : last,
    isWoman,
    ...(random.chance(0.6) ? { patronymic: `${father}${isWoman ? 'на' : 'ич'}` } : {}),
  };
}

/** Nobody is a senior chief or a leading director. */
function titleOf(level: string, plain: string): string {
  if (level === '' || /^(?:Senior|Главный|Ведущий|Начальник|Руководитель|Коммерческий)/.test(plain)) return plain;
  return /^[А-ЯЁ][а-яё]/.test(plain) ? level + plain.charAt(0).toLowerCase() + plain.slice(1) : level + plain;
}

/** Jobs back to back from the newest, which lasts for most people; now and then two titles in one company. */
function jobsOf(random: Random, words: Words, trade: Trade): [Job, ...Job[]] {
  const count = random.between(2, 4);
  const companies = random.some(words.companies, count);
  const jobs: Job[] = [];
  let until: Month | undefined;
  for (let index = 0; index < count; index += 1) {
    const end = until;
    const start = { year: (end?.year ?? 2024) - random.between(1, 4), month: random.between(1, 12) };
    const stays = index > 0 && random.chance(0.2);
    const company = (stays ? jobs.at(-1)?.company : companies[index]) ?? companies[0] ?? '';
    const city = stays ? jobs.at(-1)?.city : random.one(words.cities as [string]);
    const title = titleOf(random.one(words.levels), random.one(trade.titles));
    const does = random.some(trade.does, random.between(1, 3));
    jobs.push({ title, company, city: city ?? '', start, ...(end ? { end } : {}), does });
    until = start.month > 1 ? { year: start.year, month: start.month - 1 } : { year: start.year - 1, month: 12 };
  }
  return jobs as [Job, ...Job[]];
}

function studiesOf(random: Random, words: Words, trade: Trade): [Study, ...Study[]] {
  let end = random.between(2008, 2014);
  const studies = random.some(words.schools, random.between(1, 2)).map((institution): Study => {
    const start = end - random.between(2, 5);
    const study = { institution, degree: random.one(words.degrees), field: trade.study, start, end };
    end = start;
    return study;
  });
  return studies as [Study, ...Study[]];
}

/** A person of the given language, all by chance. */
export function inventPerson(random: Random, lang: Language): Person {
  const words = lang === 'ru' ? russian : english;
  const trade = random.one(words.fields);
  const name = nameOf(random, words, lang);
  const place = random.between(0, words.cities.length - 1);
  const jobs = jobsOf(random, words, trade);
  const own = `${handle(name.first)}-${handle(name.last)}`.replace(/^-|-$/g, '');
  return {
    lang,
    words,
    ...name,
    phone: phoneOf(random, lang),
    email: `${own.replaceAll('-', '.')}@${random.one(['example.com', 'example.org', 'mail.example.net'])}`,
    links: random.some([`linkedin.com/in/${own}-example`, `github.com/${own}-example`, `${own}.example.com`], random.between(1, 2)),
    city: words.cities[place] ?? '',
    country: words.countries[place] ?? '',
    headline: random.chance(0.7) ? jobs[0].title : trade.titles[0],
    jobs,
    studies: studiesOf(random, words, trade),
    skills: random.some(trade.skills, random.between(5, 9)),
  };
}

/** First name first, or the Russian order of documents. */
export const fullName = ({ first, last, patronymic }: Person, surnameFirst = false): string =>
  (surnameFirst ? [last, first, patronymic] : [first, patronymic, last]).filter(Boolean).join(' ');

/** What the reader should find, in the form of the NAME.json files beside real resumes. */
export const truthOf = (person: Person) => ({
  lang: person.lang,
  name: fullName(person),
  emails: [person.email],
  phones: [person.phone],
  links: person.links,
  location: `${person.city}, ${person.country}`,
  headline: person.headline,
  current_title: person.jobs[0].title,
  current_company: person.jobs[0].company,
  companies: [...new Set(person.jobs.map((job) => job.company))],
  education: person.studies.map(({ institution, degree, field, end }) => ({ institution, degree: `${degree} ${field}`, end: String(end) })),
  skills: person.skills,
});
