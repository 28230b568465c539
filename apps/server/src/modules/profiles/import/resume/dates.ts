import { monthByWord, monthWord, partOfYear, present, sinceAlone, sinceWord, timeWord, untilWord } from './date-words.ts';

/**
 * The grammar of periods. `date-words.ts` has the words, in any case. Blanks are allowed between all parts.
 *
 *     period   = [since] moment until (moment | now)      "Aug 2019 – Till Date", "с января 2019 по н.в.", "06/2017 to 08/2019"
 *              | since moment                             "since 2019", "с 2019"
 *              | moment dash, at the end of a cell        "Aug 2019 –"
 *              | year dash yy, alone in a cell            "2017–19"
 *     until    = dash | word | dash word                  "-", "–", "to", "по", "– по"
 *     moment   = [day] month ["," | "-" | "of"] year      "1 Aug 2019", "August, 2019", "Aug-2019", "Aug '19", "Aug 19"
 *              | month day "," year | year month          "Aug 1, 2019", "2019 August"
 *              | dd.mm.yyyy | mm/dd/yyyy | yyyy-mm[-dd]   "." "/" and "-" alike; the day comes first unless only the second can be one
 *              | mm.yyyy | mm/yy, alone in a cell
 *              | quarter year | half year | year quarter  "Q3 2019", "3 кв. 2019", "H1 2019"
 *              | part of the year, year                   "Summer 2019", "early 2019", "начало 2019"
 *              | year ["г." | "гг." | "года"] | "'" yy            "2019 г.", "'19"
 *
 * Days are not kept. A quarter begins with its first month and ends with its last. Years of two digits up to 40 are of this century.
 * A cell of a moment, `until` and words that say no moment is a period without an end that can be read: it has one, and is not now.
 */

/** A month as 'YYYY-MM', or a year without a month. */
export interface DateRange {
  start: string;
  /** Absent for a current period. */
  end?: string;
  text: string;
}

/** A period with one or two unreadable ends. */
export interface UnreadRange {
  start?: string;
  end?: string;
  text: string;
  isUnread: true;
}

type Edge = 'start' | 'end';

const year = '(?:19|20)\\d\\d';
const gap = '\\s{0,3}';
const day = '(?:0?[1-9]|[12]\\d|3[01])';
const month = '(?:0?[1-9]|1[0-2])';
const yearMark = '(?:\\s{0,3}г(?:г?\\.|г|ода?|оды)?(?![а-яё]))?';
const apostrophe = "['’‘`´]";
const quarter =
  '(?:Q[1-4]|[1-4]Q|(?:[1-4]|I{1,3}|IV)(?:\\s?-?(?:й|ый|ой|ий|st|nd|rd|th))?\\s{0,3}(?:кв(?:\\.|артал\\p{L}{0,3})?|quarter|quartal|trimestre))';
const half = '(?:H[12]|[12]H|(?:[12]|I{1,2})(?:\\s?-?(?:е|ое))?\\s{0,3}(?:полугоди[ея]|half))';

const number = (text: string | undefined) => Number(text ?? '');
const fullYear = (text: string) => (text.length === 4 ? text : `${Number(text) <= 40 ? '20' : '19'}${text}`);
const dated = (yearText: string, monthNumber: number) => `${fullYear(yearText)}-${String(monthNumber).padStart(2, '0')}`;
const monthOf = (word = '') => monthByWord.get(word.toLowerCase()) ?? 0;

const ordinals: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4 };
function partMonth(text: string, months: number, edge: Edge): number {
  const digit = /[1-4]/.exec(text)?.[0];
  const count = digit ? Number(digit) : (ordinals[/^i{1,3}v?|^iv/i.exec(text)?.[0]?.toLowerCase() ?? ''] ?? 1);
  return edge === 'start' ? (count - 1) * months + 1 : count * months;
}

interface Form {
  source: string;
  read(found: RegExpExecArray, edge: Edge): string;
}

const forms: readonly Form[] = [
  {
    source: `${day}(?:st|nd|rd|th|\\.|-?го)?\\s{1,3}(?:of\\s{1,3}|de\\s{1,3})?(${monthWord})\\.?,?\\s{1,3}(?:de[l]?\\s{1,3})?(${year})${yearMark}`,
    read: ([, word, yearText = '']) => dated(yearText, monthOf(word)),
  },
  {
    source: `(${monthWord})\\.?\\s{1,3}${day}(?:st|nd|rd|th)?,?\\s{1,3}(${year})`,
    read: ([, word, yearText = '']) => dated(yearText, monthOf(word)),
  },
  {
    source: `(${monthWord})[.,]?${gap}(?:[-/]${gap}|${apostrophe}|de[l]?\\s{1,3}|of\\s{1,3})?(${year})${yearMark}`,
    read: ([, word, yearText = '']) => dated(yearText, monthOf(word)),
  },
  {
    source: `(${monthWord})[.,]?${gap}[-/]?${apostrophe}?(\\d\\d)(?![\\d.:,/-]?\\d)`,
    read: ([, word, yearText = '']) => dated(yearText, monthOf(word)),
  },
  {
    source: `(${year})(?:\\s{0,3}г(?:\\.|од)?)?(?:,?\\s{1,3}|[-/.])(${monthWord})(?!\\.?,?(?:\\s{0,3}|-)(?:\\d\\d|${apostrophe}))`,
    read: ([, yearText = '', word]) => dated(yearText, monthOf(word)),
  },
  {
    source: `(${quarter})(?:[\\s,.'’/-]|of|de){0,4}(${year}|(?<=${apostrophe})\\d\\d(?!\\d))${yearMark}`,
    read: ([, part = '', yearText = ''], edge) => dated(yearText, partMonth(part, 3, edge)),
  },
  {
    source: `(${year})${yearMark}[\\s,./-]{0,3}(${quarter})`,
    read: ([, yearText = '', part = ''], edge) => dated(yearText, partMonth(part, 3, edge)),
  },
  {
    source: `(${half})(?:[\\s,'’/-]|of|de){0,4}(${year})${yearMark}`,
    read: ([, part = '', yearText = ''], edge) => dated(yearText, partMonth(part, 6, edge)),
  },
  { source: `${partOfYear}[.,]?\\s{0,3}(?:of\\s{1,3}|de\\s{1,3})?(${year})${yearMark}`, read: ([, yearText = '']) => yearText },
  {
    source: `(${day})([./-])(${day})\\2(${year})(?!\\d)${yearMark}`,
    read([, first, , second, yearText = '']) {
      const dayFirst = number(second) <= 12;
      const value = dayFirst ? number(second) : number(first);
      return value >= 1 && value <= 12 ? dated(yearText, value) : yearText;
    },
  },
  {
    source: `(${year})[-./](0[1-9]|1[0-2])(?:[-./]${day})?(?!\\d)${yearMark}`,
    read: ([, yearText = '', monthText]) => dated(yearText, number(monthText)),
  },
  {
    source: `(${month})(?:\\s?[./]\\s?|-)(${year})${yearMark}`,
    read: ([, monthText, yearText = '']) => dated(yearText, number(monthText)),
  },
  { source: `(${year})${yearMark}`, read: ([, yearText = '']) => yearText },
  { source: `${apostrophe}(\\d\\d)(?!\\d)`, read: ([, yearText = '']) => fullYear(yearText) },
];

const ungrouped = (source: string) => source.replace(/\((?!\?)/g, '(?:').replace(/\\2/g, '[./-]');
const moment = `(?:${forms.map(({ source }) => ungrouped(source)).join('|')})`;
const readers = forms.map(({ source, read }) => ({ pattern: new RegExp(`^${source}$`, 'iu'), read }));

const dash = '[-–—‒―−‑~→]{1,3}';
const between = `(?:${gap}${dash}${gap}(?:${untilWord}\\s{1,3})?|\\s{1,3}${untilWord}\\s{1,3}|\\s{0,3}\\.{2,3}\\s{0,3})`;
const edgeBefore = '(?<![\\p{L}\\p{N}])';
const edgeBehind = '(?![\\p{L}\\p{N}])';

const range = new RegExp(
  `${edgeBefore}(?:${sinceWord}\\s{1,3})?(${moment})${between}(${moment}|${present})(?:${edgeBehind}|(?<=время))`,
  'iu',
);
// "Sep. 2023 Mar. 2024": some fonts have a dash without text. "July 2015 Till Date" needs no dash.
const spacedRange = new RegExp(
  `${edgeBefore}(${monthWord}[.,]?\\s{0,3}${year})\\s{1,3}(${monthWord}\\.?\\s{0,3}${year}|${present})${edgeBehind}`,
  'iu',
);
const since = new RegExp(`${edgeBefore}${sinceAlone}\\s{1,3}(${moment})${edgeBehind}`, 'iu');
const openEnd = new RegExp(`${edgeBefore}(${moment})${gap}(?:${dash}|\\.{2,3})${gap}\\)?$`, 'iu');
/** Two-digit numbers are dates if their cell or brackets contain nothing else. */
const cellStart = '(?<=^|[\\t(|,•·]\\s{0,3})';
const cellEnd = '(?=\\s{0,3}(?:$|[\\t)|,•·]))';
const shortMoment = "(?:0?[1-9]|1[0-2])[./'’]\\d\\d(?!\\d)";
const shortRange = new RegExp(`${cellStart}(${shortMoment})${between}(${shortMoment}|${present})${cellEnd}`, 'iu');
const shortYears = new RegExp(`${cellStart}(${year})${gap}[-–—/]${gap}${apostrophe}?(\\d\\d)${cellEnd}`, 'u');
const alone = new RegExp(
  `^\\(?((?:(?:${monthWord}|${partOfYear})[.,]?\\s{0,3})?${year})(?:\\s{0,3}(?:and|&|и)\\s{0,3}(${year}))?\\)?$`,
  'iu',
);

const isPresent = new RegExp(`^(?:${untilWord}\\s{1,3})?${present}$`, 'iu');

function readMoment(text: string, edge: Edge): string | undefined {
  const bare = text.trim();
  for (const { pattern, read } of readers) {
    const found = pattern.exec(bare);
    if (found) return read(found, edge);
  }
  const short = /^(\d{1,2})[./'’](\d\d)$/.exec(bare);
  return short ? dated(short[2] ?? '', number(short[1])) : undefined;
}

/** A date in any spelling as 'YYYY-MM' or 'YYYY', or 'now'. Undefined if unreadable. */
export function readMonth(text: string, edge: Edge = 'start'): string | undefined {
  const bare = text
    .trim()
    .slice(0, longestMoment)
    .replace(/(?<=^\d{4}-\d\d-\d\d)[T ].*$/i, '');
  return isPresent.test(bare) ? 'now' : readMoment(bare, edge);
}

const longestMoment = 60;
const isBefore = (end: string, start: string) =>
  end.slice(0, Math.min(end.length, start.length)) < start.slice(0, Math.min(end.length, start.length));

/** "2017–19", "2017/18": not the month "2017-09". */
function findShortYears(line: string): DateRange | undefined {
  const found = shortYears.exec(line);
  const [text = '', start = '', short = ''] = found ?? [];
  const isMonth = /-\d\d$/.test(text) && Number(short) <= 12;
  if (!found || isMonth || short <= start.slice(2)) return undefined;
  return { start, end: `${start.slice(0, 2)}${short}`, text };
}

const hasDigits = /\d\d/;

export function findRange(line: string): DateRange | undefined {
  if (!hasDigits.test(line)) return undefined;
  const found = range.exec(line) ?? spacedRange.exec(line) ?? shortRange.exec(line);
  if (found) {
    const start = readMoment(found[1] ?? '', 'start');
    const last = (found[2] ?? '').trim();
    const end = isPresent.test(last) ? undefined : readMoment(last, 'end');
    // "2019 - 2018" is a pair of other numbers.
    if (start === undefined || (end !== undefined && isBefore(end, start))) return findShortYears(line);
    return { start, ...(end === undefined ? {} : { end }), text: found[0] };
  }
  const open = since.exec(line) ?? openEnd.exec(line);
  const start = open ? readMoment(open[1] ?? '', 'start') : undefined;
  return open && start !== undefined ? { start, text: open[0] } : findShortYears(line);
}

const longestUnread = 60;
const unknown = '(?:\\?{1,4}|(?:19|20)?[xхX?]{2})';
const words = `(?=.{0,40}(?<!\\p{L})${timeWord}(?!\\p{L}))\\p{L}[^\\t|•·]{2,40}`;
const unreadEnd = new RegExp(
  `^\\(?(?:${sinceWord}\\s{1,3})?(${moment})(?:${between}(?:${words}|${unknown})|\\s{1,3}${untilWord}\\s{1,3}\\p{L}[^\\t|•·]{2,40})\\)?$`,
  'iu',
);
const unreadStart = new RegExp(`^\\(?(?:${words}?|${unknown})${between}(${moment}|${present})\\)?$`, 'iu');

/** A cell that looks like a period with an unreadable end: "Aug 2019 – end of the project". */
export function findUnreadRange(cell: string): UnreadRange | undefined {
  const bare = cell.trim();
  if (bare.length > longestUnread || !hasDigits.test(bare)) return undefined;
  const [, first] = unreadEnd.exec(bare) ?? [];
  if (first !== undefined) {
    const start = readMoment(first, 'start');
    return { ...(start === undefined ? {} : { start }), text: bare, isUnread: true };
  }
  const [, last] = unreadStart.exec(bare) ?? [];
  if (last === undefined) return undefined;
  const end = readMoment(last, 'end');
  return { ...(end === undefined ? {} : { end }), text: bare, isUnread: true };
}

/** A cell with only one month, season or year: "Summer 2022", "2016". */
export function findAloneMoment(cell: string): DateRange | undefined {
  const found = alone.exec(cell.trim());
  const start = readMoment(found?.[1] ?? '', 'start');
  if (!found || start === undefined) return undefined;
  return { start, end: found[2] ?? start, text: cell };
}

export const yearsIn = (text: string): number[] =>
  [...text.matchAll(/(?<!\d)(?:19[4-9]\d|20[0-4]\d)(?!\d)/g)].map((match) => Number(match[0]));

const openAtEnd = new RegExp(
  `(?:${moment}(?:\\s{0,3}[-–—]\\s{0,3}(?:по|till|until|${monthWord})?|\\s{1,3}по)|[-–—]\\s{0,3}(?:по\\s{1,3})?настоящее)$`,
  'iu',
);
const goesOn = new RegExp(`^(?:${present}|${moment}|настоящее(?:\\s{1,3}время)?|время)(?![\\p{L}\\p{N}])`, 'iu');

function joinCells(cells: readonly string[], below: readonly string[], at: number): string[] | undefined {
  const to = at === 0 ? 0 : below.length - 1;
  const rest = goesOn.exec(below[to] ?? '');
  if (!openAtEnd.test(cells[at] ?? '') || !rest) return undefined;
  const left = (below[to] ?? '').slice(rest[0].length).trim();
  const line = cells.with(at, `${cells[at] ?? ''} ${rest[0]}`).join('\t');
  const others = below
    .with(to, left)
    .filter((cell) => cell !== '')
    .join('\t');
  return others === '' ? [line] : [line, others];
}

/** Joins "June 2016 - December" and "2018" from the next line, where a narrow column broke. */
export function joinBrokenDates(source: readonly string[]): string[] {
  const lines = [...source];
  for (let index = 0; index + 1 < lines.length; index += 1) {
    const [cells, below] = [(lines[index] ?? '').split('\t'), (lines[index + 1] ?? '').split('\t')];
    const joined = joinCells(cells, below, 0) ?? joinCells(cells, below, cells.length - 1);
    if (!joined) continue;
    lines[index] = joined[0] ?? '';
    lines[index + 1] = joined[1] ?? gone;
  }
  return lines.filter((line) => line !== gone);
}

const gone = '\u0000';
