/** A month as 'YYYY-MM', or a year alone where the month is not told. */
export interface DateRange {
  start: string;
  /** Absent while it lasts. */
  end?: string;
  /** The words it was read from, to be taken out of the line. */
  text: string;
}

const months: readonly (readonly [RegExp, number])[] = [
  [/^(?:jan|янв)/i, 1],
  [/^(?:feb|фев)/i, 2],
  [/^(?:mar|мар)/i, 3],
  [/^(?:apr|апр)/i, 4],
  [/^(?:may|ма[йя])/i, 5],
  [/^(?:june?|июн)/i, 6],
  [/^(?:july?|июл)/i, 7],
  [/^(?:aug|авг)/i, 8],
  [/^(?:sep|сен)/i, 9],
  [/^(?:oct|окт)/i, 10],
  [/^(?:nov|ноя)/i, 11],
  [/^(?:dec|дек)/i, 12],
];

const monthWord =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|январ[ьея]|феврал[ьея]|марта?|мар|апрел[ьея]|ма[йяе]|июн[ьея]?|июл[ьея]?|августа?|авг|сентябр[ьея]|октябр[ьея]|ноябр[ьея]|декабр[ьея]|янв|фев|апр|сен|сент|окт|ноя|дек)';
const season = '(?:spring|summer|autumn|fall|winter|весна|лето|осень|зима)';
const moment = `(?:(?:${monthWord}|${season})[.,]?\\s*(?:19|20)\\d\\d|(?:0?[1-9]|1[0-2])\\s?[./]\\s?(?:19|20)\\d\\d|(?:0?[1-9]|[12]\\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:19|20)\\d\\d|(?:19|20)\\d\\d[-./](?:0[1-9]|1[0-2])(?:[-./]\\d\\d)?(?!\\d)|(?:19|20)\\d\\d)(?:\\s*г(?:\\.|ода?)?(?![а-я]))?`;
const present =
  '(?:present(?:\\s+day|\\s+time)?|current(?:ly)?|now|today|till\\s+(?:now|date|today)|to\\s+date|until\\s+(?:now|today)|date|ongoing|heute|jetzt|aktuell|actualidad|presente|actuel(?:lement)?|aujourd\\S?hui|н\\.?\\s?в\\.?|по\\s+настоящее(?:\\s+время)?|настоящее(?:\\s+время)?|по\\s+сей\\s+день|сейчас)';
const between = '\\s*(?:[-–—−‑]+|\\bto\\b|\\btill\\b|\\buntil\\b|(?<![а-яё])(?:по|до)(?![а-яё]))\\s*';
const edge = '(?<![\\p{L}\\p{N}])';

const range = new RegExp(
  `${edge}(?:from\\s+|since\\s+|с\\s+)?(${moment})${between}(?:по\\s+)?(${moment}|${present})(?:(?![\\p{L}\\p{N}])|(?<=время))`,
  'iu',
);
// "Sep. 2023 Mar. 2024": some fonts have a dash that no text comes out of.
const spacedRange = new RegExp(
  `${edge}(${monthWord}\\.?\\s*(?:19|20)\\d\\d)\\s+(${monthWord}\\.?\\s*(?:19|20)\\d\\d|${present})(?![\\p{L}\\p{N}])`,
  'iu',
);
const since = new RegExp(`${edge}(?:since|с)\\s+(${moment})(?![\\p{L}\\p{N}])`, 'iu');
const alone = new RegExp(
  `^\\(?((?:(?:${monthWord}|${season})[.,]?\\s*)?(?:19|20)\\d\\d)(?:\\s*(?:and|&|и)\\s*((?:19|20)\\d\\d))?\\)?$`,
  'iu',
);

const isPresent = new RegExp(`^${present}$`, 'iu');

function toMonth(text: string): string {
  const year = /(?:19|20)\d\d/.exec(text)?.[0] ?? '';
  const word = months.find(([pattern]) => pattern.test(text))?.[1];
  const numeric =
    /^(?:19|20)\d\d[-./](\d\d)/.exec(text)?.[1] ??
    /^\d{1,2}[./](\d{1,2})[./](?:19|20)\d\d/.exec(text)?.[1] ??
    /^(\d{1,2})\s?[./]\s?(?:19|20)\d\d/.exec(text)?.[1];
  const month = word ?? (numeric === undefined ? undefined : Number(numeric));
  return month === undefined ? year : `${year}-${String(month).padStart(2, '0')}`;
}

const oneMoment = new RegExp(`^${moment}$`, 'iu');

/** A date in any spelling as 'YYYY-MM' or 'YYYY'; 'now' for the words that say so; undefined for what cannot be read. */
export function readMonth(text: string): string | undefined {
  const bare = text.trim().replace(/(?<=^\d{4}-\d\d-\d\d)T.*$/i, '');
  if (isPresent.test(bare)) return 'now';
  // "4 July 2014" and "July 4, 2014": the day is not kept.
  const dayless = bare
    .replace(/^\d{1,2}(?:st|nd|rd|th)?\s+(?=\p{L})/iu, '')
    .replace(/(?<=^\p{L}+\.?)\s+\d{1,2}(?:st|nd|rd|th)?,?(?=\s+\d{4}$)/iu, '');
  return oneMoment.test(dayless) ? toMonth(dayless) : undefined;
}

/** The first span of time that a line tells, or undefined. */
export function findRange(line: string): DateRange | undefined {
  const found = range.exec(line) ?? spacedRange.exec(line);
  if (found) {
    const start = toMonth(found[1] ?? '');
    const end = isPresent.test((found[2] ?? '').trim()) ? undefined : toMonth(found[2] ?? '');
    // "2019 - 2018" is no time; it is some other pair of numbers.
    if (end !== undefined && end.slice(0, 4) < start.slice(0, 4)) return undefined;
    return { start, ...(end === undefined ? {} : { end }), text: found[0] };
  }
  const open = since.exec(line);
  return open ? { start: toMonth(open[1] ?? ''), text: open[0] } : undefined;
}

/** A cell that is one month, season or year and nothing else: "Summer 2022", "2016". */
export function findAloneMoment(cell: string): DateRange | undefined {
  const found = alone.exec(cell.trim());
  if (!found) return undefined;
  const start = toMonth(found[1] ?? '');
  const end = found[2] ?? start;
  return { start, end, text: cell };
}

/** All years of a text, in order. */
export const yearsIn = (text: string): number[] =>
  [...text.matchAll(/(?<!\d)(?:19[4-9]\d|20[0-4]\d)(?!\d)/g)].map((match) => Number(match[0]));

const openAtEnd = new RegExp(`(?:${moment}(?:\\s*[-–—]\\s*(?:по|till|until|${monthWord})?|\\s+по)|[-–—]\\s*(?:по\\s+)?настоящее)$`, 'iu');
const goesOn = new RegExp(`^(?:${present}|${moment}|настоящее(?:\\s+время)?|время)(?![\\p{L}\\p{N}])`, 'iu');

/** The cell below that goes on with what a cell began, for the first cell of a line or its last. */
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

/** Puts back together dates that a narrow column broke: "Январь 2019 — по | настоящее время", "June 2016 - December | 2018". */
export function joinBrokenDates(source: readonly string[]): string[] {
  const lines = [...source];
  for (let index = 0; index + 1 < lines.length; index += 1) {
    const [cells, below] = [(lines[index] ?? '').split('\t'), (lines[index + 1] ?? '').split('\t')];
    const joined = joinCells(cells, below, 0) ?? joinCells(cells, below, cells.length - 1);
    if (!joined) continue;
    lines[index] = joined[0] ?? '';
    // The line below has given its beginning away; what is left of it stays a line.
    lines[index + 1] = joined[1] ?? gone;
  }
  return lines.filter((line) => line !== gone);
}

const gone = '\u0000';
