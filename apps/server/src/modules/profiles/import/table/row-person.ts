import type { Contact, ProfileInput } from '@headwater/contract/profile-data';
import { readHttpLink } from '@headwater/domain/http-link';
import { type CellProblem, type ColumnMeaning } from '@headwater/domain/profiles/table-import';
import { maxTagLength, maxTags } from '@headwater/domain/profiles/tags';
import { readContact, separateValues } from '../../read-contact.ts';
import { findRange, readMonth } from '../resume/dates.ts';
import { parseLanguages } from '../resume/languages.ts';
import { readDay } from '../resume/personal.ts';
import { splitName } from '../resume/split-name.ts';
import { readSalary } from './read-salary.ts';

/** Values of a row that are not part of the profile. */
export interface RowExtras {
  tags: string[];
  notes: string[];
  source: string | undefined;
  dateAdded: string | undefined;
  vacancy: string | undefined;
  status: string | undefined;
  externalId: string | undefined;
  /** File name in the archive. */
  resume: string | undefined;
}

export interface PersonOfRow {
  profile: ProfileInput;
  extras: RowExtras;
  problems: { column: number; problem: CellProblem }[];
}

export interface RowMapping {
  columns: readonly ColumnMeaning[];
  header: readonly string[];
  /** ISO code for phones without a country code. */
  country?: string | undefined;
}

const longest = 255;
const longestAbout = 10_000;
const longestNote = 9_000;

const listOf = (text: string, max: number): string[] =>
  [...new Set(text.split(/[,;|\n•]/).map((part) => part.trim()))].filter((part) => part !== '' && part.length <= max);

function linkOf(text: string): { url: string; domain: string } | undefined {
  const url = readHttpLink(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || url.length > 2000) return undefined;
  const { hostname } = new URL(url);
  return hostname.includes('.') ? { url, domain: hostname.replace(/^www\./, '').slice(0, longest) } : undefined;
}

/** Cells of one row by meaning, with their columns. */
function cellsByMeaning(cells: readonly string[], columns: readonly ColumnMeaning[]) {
  const found = new Map<ColumnMeaning, { column: number; text: string }[]>();
  for (const [column, meaning] of columns.entries()) {
    const text = (cells[column] ?? '').trim();
    if (text === '' || meaning === 'ignore') continue;
    const known = found.get(meaning);
    if (known) known.push({ column, text });
    else found.set(meaning, [{ column, text }]);
  }
  return found;
}

type Cells = ReturnType<typeof cellsByMeaning>;
type Report = (column: number, problem: CellProblem) => void;

const first = (cells: Cells, meaning: ColumnMeaning) => cells.get(meaning)?.[0];
const line = (cells: Cells, meaning: ColumnMeaning) => first(cells, meaning)?.text.replaceAll(/\s+/g, ' ').slice(0, longest);

function nameOf(cells: Cells): Pick<ProfileInput, 'first_name' | 'last_name' | 'patronymic'> {
  const whole = splitName(line(cells, 'full_name') ?? '');
  const [given, family, middle] = [line(cells, 'first_name'), line(cells, 'last_name'), line(cells, 'middle_name')];
  return {
    first_name: given ?? (family ? '' : whole.first_name),
    last_name: family ?? (given ? '' : whole.last_name),
    patronymic: middle ?? (given || family ? undefined : whole.patronymic),
  };
}

/** A text that is no contact stays readable among the notes. */
function contactsOf(cells: Cells, country: string | undefined, { report, notes }: { report: Report; notes: string[] }): Contact[] {
  const found: Contact[] = [];
  for (const type of ['email', 'phone', 'telegram'] as const) {
    for (const { column, text } of cells.get(type) ?? []) {
      // Excel exports of links have the address behind the text.
      const bare = type === 'email' ? text.replace(/^mailto:/i, '') : text;
      const own = separateValues({ type, value: bare, source: 'file' }, country).flatMap(
        (value) => readContact({ type, value, source: 'file' }, country) ?? [],
      );
      if (own.length === 0) {
        report(column, type);
        notes.push(text);
      }
      found.push(...own.map(({ normalized: _key, ...contact }) => contact));
    }
  }
  return found.slice(0, 100);
}

function linksOf(cells: Cells, { report, notes }: { report: Report; notes: string[] }): NonNullable<ProfileInput['links']> {
  const found = new Map<string, { url: string; domain: string }>();
  for (const { column, text } of cells.get('link') ?? []) {
    const own = text.split(/[\s;,|]+(?=\S)/).flatMap((part) => linkOf(part) ?? []);
    if (own.length === 0) {
      report(column, 'link');
      notes.push(text);
    }
    for (const link of own) found.set(link.url, link);
  }
  return [...found.values()].slice(0, 100);
}

function positionOf(cells: Cells, report: Report): NonNullable<ProfileInput['positions']> {
  const [title, company] = [line(cells, 'title'), line(cells, 'company')];
  if (!title && !company) return [];
  const read = (meaning: 'start' | 'end') => {
    const cell = first(cells, meaning);
    const month = cell && (readMonth(cell.text, meaning) ?? readDay(cell.text)?.slice(0, 7));
    if (cell && !month) report(cell.column, 'date');
    return month;
  };
  const range = findRange(first(cells, 'start')?.text ?? '');
  const [start, end] = range ? [range.start, range.end] : [read('start'), read('end')];
  const isPast = end !== undefined && end !== 'now';
  return [
    {
      title: title ?? company ?? '',
      company,
      start: start === 'now' ? undefined : start,
      end: isPast ? end : undefined,
      is_current: !isPast,
    },
  ];
}

function salaryOf(cells: Cells, header: readonly string[], { report, notes }: { report: Report; notes: string[] }): ProfileInput['salary'] {
  const cell = first(cells, 'salary');
  if (!cell) return undefined;
  const read = readSalary(cell.text, header[cell.column] ?? '');
  if (typeof read !== 'string') return read;
  report(cell.column, read);
  notes.push(`${header[cell.column] || ''}: ${cell.text}`.replace(/^: /, ''));
  return undefined;
}

function dayOf(cells: Cells, meaning: 'birthdate' | 'date_added', report: Report): string | undefined {
  const cell = first(cells, meaning);
  const day = cell && readDay(cell.text);
  if (cell && !day) report(cell.column, 'date');
  return day;
}

function languagesOf(cells: Cells, report: Report): ProfileInput['languages'] {
  const written = cells.get('languages') ?? [];
  const found = parseLanguages(written.map(({ text }) => text));
  if (written[0] && found.length === 0) report(written[0].column, 'language');
  return found.slice(0, 100);
}

const texts = (cells: Cells, meaning: ColumnMeaning, max: number) =>
  (cells.get(meaning) ?? [])
    .map(({ text }) => text)
    .join('\n')
    .slice(0, max);

/** A row with only a company or a city is no person. */
export const identifiesPerson = ({
  first_name: first,
  last_name: last,
  contacts,
  links,
}: Pick<ProfileInput, 'first_name' | 'last_name' | 'contacts' | 'links'>): boolean =>
  Boolean(first || last || contacts?.length || links?.length);

/** IMP-002. */
export function personOfRow(row: readonly string[], { columns, header, country }: RowMapping): PersonOfRow {
  const problems: PersonOfRow['problems'] = [];
  const report: Report = (column, problem) => void problems.push({ column, problem });
  const cells = cellsByMeaning(row, columns);
  const notes: string[] = [];
  const means = { report, notes };
  const [city, place] = [line(cells, 'city'), line(cells, 'country')];
  const profile: ProfileInput = {
    ...nameOf(cells),
    headline: line(cells, 'title'),
    about: texts(cells, 'about', longestAbout) || undefined,
    locations: city || place ? [{ city, country: place }] : [],
    positions: positionOf(cells, report),
    skills: (cells.get('skills') ?? [])
      .flatMap(({ text }) => listOf(text, 100))
      .slice(0, 500)
      .map((name) => ({ name, source: 'file' })),
    languages: languagesOf(cells, report),
    salary: salaryOf(cells, header, means),
    birthdate_exact: dayOf(cells, 'birthdate', report),
    links: linksOf(cells, means),
    contacts: contactsOf(cells, country, means),
  };
  const extras: RowExtras = {
    tags: (cells.get('tags') ?? []).flatMap(({ text }) => listOf(text, maxTagLength)).slice(0, maxTags),
    notes: [texts(cells, 'notes', longestNote), ...notes].filter(Boolean),
    source: line(cells, 'source'),
    dateAdded: dayOf(cells, 'date_added', report),
    vacancy: line(cells, 'vacancy'),
    status: line(cells, 'status'),
    externalId: line(cells, 'external_id'),
    resume: line(cells, 'resume'),
  };
  return { profile, extras, problems };
}
