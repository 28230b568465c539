import type { ProfileInput } from '@headwater/contract/profile-data';
import { companyScore, isPlace, titleScore } from './line-scores.ts';
import { type DateRange, findAloneMoment, findRange } from './dates.ts';

type Position = NonNullable<ProfileInput['positions']>[number];

const bullet = /^[•●▪◦‣*·∙○■–—-]\s*/;
const duration =
  /\(?\b\d+\s*(?:yrs?|years?|mos?|months?|лет|года?|мес\p{L}*)\.?(?:\s*,?\s*(?:and\s*)?\d+\s*(?:mos?|months?|мес\p{L}*)\.?)?\)?/giu;

const isBullet = (line: string) => bullet.test(line);
/** Sentences and wrapped text are no part of a heading of a job. */
const isHeaderLine = (line: string) =>
  line !== '' &&
  line.length <= 130 &&
  !/[.;:]$/.test(line.replace(/(?:inc|ltd|co|corp|llc|а|к|о)\.$/i, '')) &&
  /^["'«(]?[\p{Lu}\p{N}]/u.test(line.replace(bullet, ''));

interface Anchor {
  line: number;
  range: DateRange;
}

/** A job of one summer or year: the moment stands in a cell of its own beside the heading. */
function momentBeside(cells: readonly string[], line: number): Anchor[] {
  const last = cells.length > 1 && !isBullet(cells[0] ?? '') ? findAloneMoment(cells.at(-1) ?? '') : undefined;
  return last ? [{ line, range: last }] : [];
}

/** Lines that tell when a job was held. A span of time inside a sentence is no such line. */
function findAnchors(lines: readonly string[]): Anchor[] {
  return lines.flatMap((line, index) => {
    const cells = line.split('\t');
    const cell = cells.findIndex((text) => findRange(text) !== undefined);
    const range = cell < 0 ? undefined : findRange(cells[cell] ?? '');
    if (!range) return momentBeside(cells, index);
    const beside = (cells[cell] ?? '').replace(range.text, '').replace(duration, '').trim();
    const alone = beside.length < 5 || cells.length > 1;
    const sentence = beside.length > 110 || (isBullet(line) && !alone) || /[.;]$/.test(beside.replace(/(?:inc|ltd|co|corp)\.$/i, ''));
    return sentence ? [] : [{ line: index, range }];
  });
}

/** How many lines of its heading stand above the dates: the same for every job of a resume, so the first one tells. */
function linesAbove(lines: readonly string[], first: number): number {
  const above = lines.slice(0, first).filter((line) => line !== '');
  return above.length <= 3 && above.every((line) => isHeaderLine(line) || isPlace(line)) ? above.length : 1;
}

function headerStart(lines: readonly string[], { line, floor, headerLines }: { line: number; floor: number; headerLines: number }): number {
  let start = line;
  let taken = 0;
  for (let at = line - 1; at > floor && taken < headerLines; at -= 1) {
    const text = lines[at] ?? '';
    if (text === '' && taken === 0 && headerLines > 0 && at > floor + 1) continue;
    if (text === '' || (isBullet(text) && !/\t/.test(text) && headerLines < 2) || !isHeaderLine(text)) break;
    start = at;
    taken += 1;
  }
  return start;
}

const separators = /\t|\s+[|•·@]\s+|\s+[—–]\s+|\s+-\s+|\|(?=\s)|\s+at\s+(?=\p{Lu})/u;

const clean = (text: string) =>
  text
    .replace(duration, '')
    .replace(bullet, '')
    .replace(/^[\s,|:;–—-]+|[\s,|:;–—-]+$/g, '')
    .replace(/\(\s*\)/g, '')
    .trim();

/** Takes a place off the end: "Acme, Berlin" is "Acme" in Berlin. */
function splitPlace(piece: string): { text: string; place?: string } {
  if (isPlace(piece) && titleScore(piece) === 0) return { text: '', place: piece };
  const comma = /^(.+?),\s*([^,]+(?:,\s*[^,]+)?)$/.exec(piece);
  if (comma && isPlace(comma[2] ?? '') && titleScore(comma[2] ?? '') === 0) return { text: comma[1] ?? '', place: comma[2] ?? '' };
  return { text: piece };
}

interface Header {
  title?: string;
  company?: string;
  place?: string;
}

/** Tells which piece is the title and which the employer; pieces in the order of the page. */
function classify(pieces: readonly string[]): Header {
  const header = classifyOnce(pieces);
  // An employer that shares its name with a town: two places beside one title cannot both be places.
  if (header.title === undefined || header.company !== undefined) return header;
  const places = pieces.filter((piece) => piece !== header.title && isPlace(piece));
  if (places.length < 2) return header;
  return { title: header.title, company: places[0] ?? '', place: places[1] ?? '' };
}

function classifyOnce(pieces: readonly string[]): Header {
  const places: string[] = [];
  const rest = pieces.flatMap((piece) => {
    const { text, place } = splitPlace(piece);
    if (place) places.push(place);
    return text ? [text] : [];
  });
  const place = places[0] === undefined ? {} : { place: places[0] };
  const scored = rest.map((text) => ({ text, title: titleScore(text), company: companyScore(text) }));
  const best = scored.toSorted((left, right) => right.title - right.company * 0.5 - (left.title - left.company * 0.5))[0];
  if (!best) return place;
  if (best.title === 0 && scored.length > 1) {
    // Nothing looks like a title: employers usually stand first.
    const [first, second] = scored.toSorted((left, right) => right.company - left.company);
    return { company: first?.text ?? '', title: second?.text ?? '', ...place };
  }
  const others = scored.filter((piece) => piece !== best);
  const company = others.toSorted((left, right) => right.company - right.title * 0.4 - (left.company - left.title * 0.4))[0];
  if (company) return { title: best.text, company: company.text, ...place };
  return best.title === 0 && best.company > 0.6 ? { company: best.text, ...place } : { title: best.text, ...place };
}

/** "Nexus AI, Co-Founder & CTO": one piece that holds both. */
function splitAtComma(header: Header): Header {
  const whole = header.title ?? header.company;
  if (!whole || (header.title && header.company)) return header;
  const parts = whole.split(/,\s+/);
  for (let at = 1; at < parts.length; at += 1) {
    const left = parts.slice(0, at).join(', ');
    const right = parts.slice(at).join(', ');
    if (titleScore(left) >= 2 && titleScore(right) === 0) return { ...header, title: left, company: right };
    if (titleScore(right) >= 2 && titleScore(left) === 0) return { ...header, title: right, company: left };
  }
  return header;
}

const piecesOf = (line: string, range: DateRange | undefined) =>
  line
    .replace(range?.text ?? '\u0000', '\t')
    .split(separators)
    .map(clean)
    .filter((piece) => piece.length > 1 && !/^https?:/i.test(piece) && !/^[\p{L}\d.-]+\.(?:com|ru|org|net|io|inc)\/?$/iu.test(piece));

interface Entry {
  header: Header;
  range: DateRange;
  bodyFrom: number;
}

/** Reads the heading around the dates: the lines above that belong to it, its own, and as many below as are still needed. */
function readEntry(lines: readonly string[], anchor: Anchor, { start, limit }: { start: number; limit: number }): Entry {
  const dated = lines[anchor.line] ?? '';
  // Where dates stand at the margin beside the first bullet, the bullet is text and not heading.
  const own = isBullet(dated) && start < anchor.line ? [] : piecesOf(dated, anchor.range);
  const pieces = [...lines.slice(start, anchor.line).flatMap((line) => piecesOf(line, undefined)), ...own];
  let header = splitAtComma(classify(pieces));
  let body = anchor.line + 1;
  for (let at = body; at < Math.min(limit, body + 4) && !(header.title && header.company); at += 1) {
    const line = lines[at] ?? '';
    if (line === '' && at === anchor.line + 1) continue;
    if (line === '' || isBullet(line) || !isHeaderLine(line) || line.length > 100) break;
    if (header.title && companyScore(line) < 0.5) break;
    pieces.push(...piecesOf(line, undefined));
    header = splitAtComma(classify(pieces));
    body = at + 1;
  }
  return { header, range: anchor.range, bodyFrom: isBullet(dated) && own.length === 0 ? anchor.line : body };
}

const describe = (lines: readonly string[]) =>
  lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/-\n(?=\p{Ll})/gu, '')
    .slice(0, 10_000);

/** Jobs of the section on experience, in the order of the page. */
export function parsePositions(lines: readonly string[]): Position[] {
  const anchors = findAnchors(lines);
  const [first] = anchors;
  if (!first) return [];
  const headerLines = linesAbove(lines, first.line);
  const starts = anchors.map(({ line }, index) => {
    const floor = anchors[index - 1]?.line ?? -1;
    // A dated line that holds both title and employer needs nothing from above.
    return headerStart(lines, { line, floor, headerLines });
  });
  return anchors.flatMap((anchor, index) => {
    const limit = starts[index + 1] ?? lines.length;
    const { header, range, bodyFrom } = readEntry(lines, anchor, { start: starts[index] ?? anchor.line, limit });
    const title = header.title ?? header.company;
    if (!title) return [];
    const body = lines.slice(bodyFrom, limit).filter((line) => !/^(?:page|страница) \d+(?: (?:of|из) \d+)?$/i.test(line));
    // Some layouts put the place on a line of its own under the dates.
    const place = header.place ?? (isPlace(body[0] ?? '') ? body.shift() : undefined);
    const description = describe(body);
    return {
      title: title.slice(0, 255),
      company: header.title ? (header.company?.slice(0, 255) ?? null) : null,
      start: range.start,
      end: range.end ?? null,
      is_current: range.end === undefined,
      location: place?.slice(0, 255) ?? null,
      description: description === '' ? null : description,
    };
  });
}
