import type { Job, Month, Person } from './people.ts';
import type { Random } from './random.ts';

/** A file and where what it tells differs from what is known of the person. */
export interface Made {
  bytes: Buffer;
  truth?: Record<string, unknown>;
}

/** One way to write a resume. */
export interface Layout {
  name: string;
  extension: string;
  languages: ('en' | 'ru')[];
  make(person: Person, random: Random): Made;
}

const two = (value: number) => String(value).padStart(2, '0');

/** How one writer writes a month. */
export type DateStyle = (month: Month, person: Person) => string;
export const inWords: DateStyle = ({ year, month }, { words }) => `${words.months[month - 1] ?? ''} ${year}`;
export const inShort: DateStyle = ({ year, month }, { words, lang }) =>
  `${
    (lang === 'ru' ? words.months : words.monthsOf)[month - 1]
      ?.slice(0, 3)
      .toLowerCase()
      .replace(/^./, (letter) => letter.toUpperCase()) ?? ''
  } ${year}`;
export const inFigures: DateStyle = ({ year, month }) => `${two(month)}.${year}`;
export const withSlash: DateStyle = ({ year, month }) => `${two(month)}/${year}`;
export const yearAlone: DateStyle = ({ year }) => String(year);

export interface SpanStyle {
  date: DateStyle;
  dash: string;
  /** "since 2019" for what lasts. */
  since: boolean;
  present: string;
}

export const spanStyle = (random: Random, person: Person, dates: [DateStyle, ...DateStyle[]]): SpanStyle => ({
  date: random.one(dates),
  dash: random.one([' – ', ' — ', '-', ' - ', '–']),
  since: random.chance(0.15),
  present: random.one(person.words.present),
});

/** The time of a job as the person writes it. */
export function span(job: Job, person: Person, { date, dash, since, present }: SpanStyle): string {
  const start = date(job.start, person);
  if (job.end) return `${start}${dash}${date(job.end, person)}`;
  if (since)
    return person.lang === 'ru'
      ? `с ${start
          .toLowerCase()
          .replace(/ь /, 'я ')
          .replace(/(март|август) /, '$1а ')
          .replace(/май /, 'мая ')}`
      : `since ${start}`;
  return present.startsWith('по ') ? `${start} ${present}` : `${start}${dash}${present}`;
}

const russian = (count: number, forms: [string, string, string]) =>
  `${count} ${forms[count % 10 === 1 && count !== 11 ? 0 : count % 10 >= 2 && count % 10 <= 4 && (count < 12 || count > 14) ? 1 : 2]}`;

/** "3 years 2 months", with the cases of Russian. */
export function duration({ start, end }: Job, lang: 'en' | 'ru'): string {
  const months = ((end?.year ?? 2024) - start.year) * 12 + (end?.month ?? 6) - start.month + 1;
  const [years, rest] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  const parts =
    lang === 'ru'
      ? [years > 0 ? russian(years, ['год', 'года', 'лет']) : '', rest > 0 ? russian(rest, ['месяц', 'месяца', 'месяцев']) : '']
      : [years > 0 ? `${years} year${years > 1 ? 's' : ''}` : '', rest > 0 ? `${rest} month${rest > 1 ? 's' : ''}` : ''];
  return parts.filter(Boolean).join(' ') || (lang === 'ru' ? '1 месяц' : '1 month');
}

/** Labels of forms in both languages. */
export const labels = {
  en: {
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
    address: 'Address',
    birth: 'Date of birth',
    position: 'Position',
    company: 'Company',
    period: 'Period',
    duties: 'Duties',
    city: 'City',
    links: 'Links',
    school: 'Institution',
    degree: 'Degree',
    years: 'Years',
  },
  ru: {
    name: 'ФИО',
    phone: 'Телефон',
    email: 'E-mail',
    address: 'Адрес',
    birth: 'Дата рождения',
    position: 'Должность',
    company: 'Организация',
    period: 'Период работы',
    duties: 'Обязанности',
    city: 'Город',
    links: 'Ссылки',
    school: 'Учебное заведение',
    degree: 'Квалификация',
    years: 'Годы',
  },
} as const;

/** Jobs one after another in the same company, which some layouts write under one name. */
export function byCompany(jobs: readonly Job[]): { company: string; jobs: Job[] }[] {
  const groups: { company: string; jobs: Job[] }[] = [];
  for (const job of jobs) {
    const last = groups.at(-1);
    if (last?.company === job.company) last.jobs.push(job);
    else groups.push({ company: job.company, jobs: [job] });
  }
  return groups;
}
