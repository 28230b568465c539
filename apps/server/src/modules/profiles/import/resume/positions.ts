import type { ProfileInput } from '@headwater/contract/profile-data';
import { parseJobSitePositions, tidyJobSite } from './job-site-positions.ts';
import { companyScore, isPlace, titleScore } from './line-scores.ts';
import { closeUp, findAnchors, isBullet, isHeaderLine, joinBrokenTitles, splitRunOn } from './position-lines.ts';
import { halvesOf, partsOf } from './position-pieces.ts';
import { at, commonShape, type Shape, type Surroundings, surroundingsOf } from './position-shape.ts';

type Position = NonNullable<ProfileInput['positions']>[number];

interface Header {
  title?: string;
  company?: string;
  place?: string;
  from: number;
  to: number;
}

/** Ignores the other jobs. */
function classify(pieces: readonly string[]): { title?: string; company?: string } {
  const scored = pieces.map((text) => ({ text, title: titleScore(text), company: companyScore(text) }));
  const best = scored.toSorted((left, right) => right.title - right.company * 0.5 - (left.title - left.company * 0.5))[0];
  if (!best) return {};
  if (best.title === 0 && scored.length > 1) {
    // No piece looks like a title: the employer usually comes first.
    const [first, second] = scored.toSorted((left, right) => right.company - left.company);
    return { company: first?.text ?? '', title: second?.text ?? '' };
  }
  const others = scored.filter((piece) => piece !== best);
  const company = others.toSorted((left, right) => right.company - right.title * 0.4 - (left.company - left.title * 0.4))[0];
  if (company) return { title: best.text, company: company.text };
  return best.title === 0 && best.company > 0.6 ? { company: best.text } : { title: best.text };
}

function splitAtComma(header: { title?: string; company?: string }): { title?: string; company?: string } {
  const whole = header.title ?? header.company;
  const halves = whole && !(header.title && header.company) ? halvesOf(whole) : undefined;
  if (!halves) return header;
  const [left, right] = halves;
  if (titleScore(left) >= 2 && titleScore(right) === 0) return { title: left, company: right };
  return titleScore(right) >= 2 && titleScore(left) === 0 ? { title: right, company: left } : header;
}

/** Uses the lines that other jobs use. */
function readAlone(job: Surroundings, shape: Shape | undefined): Header {
  const offsets = shape ? [shape.title.offset, shape.company.offset, 0] : [-1, 0, 1];
  const [top, bottom] = [Math.min(...offsets), Math.max(...offsets)];
  const near = job.candidates.filter(({ part, offset }) => !/[ab]/.test(part) && offset >= top && offset <= bottom);
  const header = splitAtComma(classify(near.map(({ text }) => text)));
  const used = near.filter(({ text }) => [header.title, header.company].some((piece) => piece !== undefined && text.includes(piece)));
  const lines = [...used.map(({ line }) => line), job.anchor.line];
  return { ...header, from: Math.min(...lines), to: Math.max(...lines) };
}

function readHeader(job: Surroundings, shape: Shape | undefined): Header {
  const title = shape && at(job, shape.title);
  const company = shape && at(job, shape.company);
  const better = job.candidates.some((other) => Math.abs(other.offset) <= 1 && titleScore(other.text) >= 2);
  const isTitle = title && (title.says === 'title' || titleScore(title.text) > 0 || !better);
  if (!title || !isTitle) return readAlone(job, shape);
  const lines = [title.line, job.anchor.line, ...(company ? [company.line] : [])];
  return {
    title: title.text,
    ...(company ? { company: company.text } : {}),
    from: Math.min(...lines),
    to: Math.max(...lines),
  };
}

function placeWithin(lines: readonly string[], { from, to }: Header, job: Surroundings): string | undefined {
  for (let line = from; line <= to; line += 1) {
    const { place } = partsOf(lines[line] ?? '', line === job.anchor.line ? job.anchor.range : undefined);
    if (place !== undefined) return place;
  }
  return undefined;
}

const describe = (lines: readonly string[]) =>
  lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/-\n(?=\p{Ll})/gu, '')
    .slice(0, 10_000);

const pageNumber = /^(?:page|страница) \d+(?: (?:of|из) \d+)?$/i;

/** Only the first of several titles under one employer names it. */
function withEmployers(headers: readonly Header[]): Header[] {
  let last: string | undefined;
  return headers.map((header) => {
    const company = header.company ?? (header.title ? last : undefined);
    last = company ?? last;
    return company === undefined ? header : { ...header, company };
  });
}

/** A single piece that is an employer is no title. */
const employerOf = ({ title, company }: Header): string | undefined =>
  company ?? (title !== undefined && titleScore(title) === 0 && companyScore(title) >= surelyEmployer ? title : undefined);
const surelyEmployer = 2.2;

const mostWords = 10;
const isHeading = (line: string) => isHeaderLine(line) && !isBullet(line) && line.split(/\s+/).length <= mostWords;

/** Jobs of a section without dates: a title line, with the employer in it or below. */
function parseUndated(lines: readonly string[]): Position[] {
  const full = lines.map((text) => text.trim()).filter((text) => text !== '');
  return full
    .flatMap((line, index): Position[] => {
      if (!isHeading(line)) return [];
      const pieces = partsOf(line, undefined).pieces.map(({ text }) => text);
      const own = pieces.length > 1 ? classify(pieces) : splitAtComma({ title: pieces[0] ?? '' });
      if (titleScore(own.title ?? '') < 2) return [];
      const below = full[index + 1] ?? '';
      const [employer] = isHeading(below) && titleScore(below) === 0 ? partsOf(below, undefined).pieces : [];
      const company = own.company ?? employer?.text;
      return company === undefined || own.title === undefined
        ? []
        : [{ title: own.title.slice(0, 255), company: company.slice(0, 255), is_current: false }];
    })
    .slice(0, 20);
}

export function parsePositions(source: readonly string[]): Position[] {
  const lines = splitRunOn(joinBrokenTitles(tidyJobSite(closeUp(source))));
  const anchors = findAnchors(lines).slice(0, 200);
  if (anchors.length === 0) return parseUndated(lines);
  const records = parseJobSitePositions(
    lines,
    anchors.map(({ line }) => line),
  );
  if (records) return records;
  const jobs = surroundingsOf(lines, anchors);
  const shape = commonShape(jobs);
  const headers = withEmployers(jobs.map((job) => readHeader(job, shape)));
  return jobs.flatMap((job, index) => {
    const header = headers[index];
    const title = header?.title ?? header?.company;
    if (!header || !title) return [];
    const end = headers[index + 1]?.from ?? lines.length;
    const body = lines.slice(header.to + 1, end).filter((line) => !pageNumber.test(line));
    // Some layouts have the place on its own line under the dates.
    const place = placeWithin(lines, header, job) ?? (isPlace(body[0] ?? '') ? body.shift() : undefined);
    const { range } = job.anchor;
    const isUnread = 'isUnread' in range;
    const description = describe([...(isUnread ? [range.text] : []), ...body]);
    return {
      title: title.slice(0, 255),
      company: employerOf(header)?.slice(0, 255) ?? null,
      start: range.start ?? null,
      end: range.end ?? null,
      is_current: !isUnread && range.end === undefined,
      location: place?.slice(0, 255) ?? null,
      description: description === '' ? null : description,
    };
  });
}
