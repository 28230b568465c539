import { type ColumnMeaning, identifyingMeanings, type TablePreset } from '@headwater/domain/profiles/table-import';
import { readMonth } from '../resume/dates.ts';
import { firstNames, lastNames } from '../resume/known-names.ts';
import { companyScore, isPlace, titleScore } from '../resume/line-scores.ts';
import { readDay } from '../resume/personal.ts';
import { meaningOfHeader } from './header-words.ts';
import { findPreset, type FoundPreset } from './presets.ts';

const email = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/;
const telegram = /^(?:@|(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/)\w{4,32}\/?$/i;
const link = /^(?:https?:\/\/|www\.)[^\s]+\.[^\s]+$|^(?:[\w-]+\.){1,3}[a-z]{2,10}\/\S+$/i;
const resumeFile = /^[^\n]{1,200}\.(?:pdf|docx?|rtf|odt|txt)$/i;

function isPhone(value: string): boolean {
  if (!/^\+?[\d\s().–-]{7,25}$/.test(value) || readDay(value) !== undefined || /^\d{4}[-./]\d/.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  // A short number without a plus may be a count.
  return value.startsWith('+') ? digits >= 7 && digits <= 15 : digits >= 10 && digits <= 12;
}

const wordsOf = (value: string) => value.split(/[\s,]+/).filter(Boolean);

function isName(value: string): boolean {
  const words = wordsOf(value);
  if (words.length < 2 || words.length > 4 || /[\d@/:]/.test(value)) return false;
  return words.some((word) => firstNames().has(word.toLowerCase()));
}
const isOneWord = (value: string) => /^\p{L}[\p{L}'’-]*$/u.test(value);
const isFirstName = (value: string) => isOneWord(value) && firstNames().has(value.toLowerCase());
const isLastName = (value: string) => isOneWord(value) && lastNames().has(value.toLowerCase()) && !isFirstName(value);
const listSigns = /[,;|•]/;
const isList = (value: string) =>
  value.length < 500 && value.split(listSigns).length >= 3 && value.split(listSigns).every((part) => part.trim().length <= 40);

/** Tests of single values; the first meaning that most values pass is the guess. */
const strictTests: readonly (readonly [ColumnMeaning, (value: string) => boolean, share: number])[] = [
  ['email', (value) => value.split(/[;,\s]+/).some((part) => email.test(part)), 0.6],
  ['telegram', (value) => telegram.test(value), 0.6],
  ['phone', (value) => value.split(/[;,\n]/).some((part) => isPhone(part.trim())), 0.6],
  ['resume', (value) => resumeFile.test(value) && !link.test(value), 0.6],
  ['link', (value) => link.test(value) && !telegram.test(value), 0.6],
  ['full_name', isName, 0.6],
];
/** Count only without a header: other values may pass too. */
const looseTests: typeof strictTests = [
  ['first_name', isFirstName, 0.7],
  ['last_name', isLastName, 0.6],
  ['city', (value) => value.length < 60 && isPlace(value), 0.6],
  ['skills', isList, 0.7],
  ['title', (value) => value.length < 80 && titleScore(value) > 0, 0.5],
  ['company', (value) => value.length < 80 && companyScore(value) > 0, 0.5],
];

const guessedBy = 100;

function meaningOfContent(values: readonly string[], tests: typeof strictTests): ColumnMeaning | undefined {
  const shown = values.map((value) => value.trim()).filter((value) => value !== '' && value.length <= 500);
  const sample = shown.slice(0, guessedBy);
  if (sample.length === 0) return undefined;
  return tests.find(([, isOne, share]) => sample.filter(isOne).length / sample.length >= share)?.[0];
}

const contacts: readonly ColumnMeaning[] = ['email', 'phone', 'telegram', 'link'];

/** The words of a header decide, except where the values are clearly of another kind. */
function meaningOf(header: string, values: readonly string[], preset: FoundPreset | undefined): ColumnMeaning {
  const said = preset?.meaningOf(header) ?? meaningOfHeader(header);
  const filled = values.filter((value) => value.trim() !== '');
  const seen =
    filled.length > 0 ? meaningOfContent(filled, header.trim() === '' ? [...strictTests, ...looseTests] : strictTests) : undefined;
  if (said === undefined) return seen ?? 'ignore';
  // "Contact", "Profile", "Resume": the values say which of the two.
  if (seen && contacts.includes(seen) && ['full_name', 'resume', 'link', 'about', 'telegram', 'phone', 'external_id'].includes(said))
    return seen;
  if (
    (said === 'start' || said === 'end') &&
    filled.length > 0 &&
    !filled.slice(0, guessedBy).some((value) => readMonth(value) ?? readDay(value))
  )
    return 'ignore';
  return said;
}

const single: readonly ColumnMeaning[] = [
  'full_name',
  'first_name',
  'last_name',
  'middle_name',
  'title',
  'company',
  'start',
  'end',
  'city',
  'country',
  'salary',
  'birthdate',
  'source',
  'date_added',
  'vacancy',
  'status',
  'external_id',
  'resume',
];

/** "Имя" and "Name" beside a surname are first names, and alone with several words full names. */
function settleNames(columns: ColumnMeaning[], columnValues: readonly (readonly string[])[]): void {
  const [first, full] = [columns.indexOf('first_name'), columns.indexOf('full_name')];
  const hasLast = columns.includes('last_name');
  if (full >= 0 && hasLast && first < 0) columns[full] = 'first_name';
  if (first < 0 || hasLast || full >= 0) return;
  const values = (columnValues[first] ?? []).filter(Boolean);
  if (values.length > 0 && values.filter((value) => wordsOf(value).length > 1).length > values.length / 2) columns[first] = 'full_name';
}

const current = /(?<!\p{L})(?:current|latest|last|текущ\p{L}*|последн\p{L}*)(?!\p{L})/iu;

/** "Job title" beside "Current job title" and a stage is the vacancy. */
function settleTitles(columns: ColumnMeaning[], header: readonly string[]): void {
  const titles = columns.flatMap((one, column) => (one === 'title' ? [column] : []));
  const own = titles.find((column) => current.test(header[column] ?? ''));
  if (own === undefined) return;
  const isProcess = columns.includes('status') && !columns.includes('vacancy');
  for (const column of titles) if (column !== own) columns[column] = isProcess ? 'vacancy' : 'ignore';
}

export interface GuessedColumns {
  columns: ColumnMeaning[];
  preset: TablePreset | null;
}

/** IMP-002. `rows` without the header. */
export function guessColumns(header: readonly string[], rows: readonly (readonly string[])[]): GuessedColumns {
  const preset = findPreset(header);
  const count = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const valuesOf = Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? ''));
  const columns = valuesOf.map((values, column) => meaningOf(header[column] ?? '', values, preset));
  settleNames(columns, valuesOf);
  settleTitles(columns, header);
  const isFilled = (column: number) => (valuesOf[column] ?? []).some((value) => value.trim() !== '');
  for (const meaning of single) {
    const own = columns.flatMap((one, column) => (one === meaning ? [column] : []));
    const kept = own.find(isFilled) ?? own[0];
    for (const column of own) if (column !== kept) columns[column] = 'ignore';
  }
  return { columns, preset: preset?.id ?? null };
}

const isValue = (cell: string) => email.test(cell) || isPhone(cell) || link.test(cell) || telegram.test(cell);

const searched = 15;

/**
 * Index of the header; -1 without one. Some exports begin with notes, so the row with the most
 * known words counts.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  let best = { index: -1, known: 0 };
  for (const [index, cells] of rows.slice(0, searched).entries()) {
    if (cells.some((cell) => isValue(cell.trim()))) continue;
    const known = new Set(cells.flatMap((cell) => (cell.length <= 60 ? (meaningOfHeader(cell) ?? []) : []))).size;
    if (known > best.known && (known > 1 || index === 0)) best = { index, known };
  }
  return best.index;
}

export const identifiesPeople = (columns: readonly ColumnMeaning[]): boolean => columns.some((one) => identifyingMeanings.includes(one));
