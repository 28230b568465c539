import { findSkill } from '@headwater/reference/skills';
import { companyScore, titleScore } from './line-scores.ts';
import { type Anchor, duration, isBullet, isHeaderLine, withoutBullet } from './position-lines.ts';
import { halvesOf, partsOf, type Piece } from './position-pieces.ts';

/** Lines below the dates (negative: above), and the part of that line. */
interface Spot {
  offset: number;
  /** 0: the first part; 1: the second. "a" or "b": the half before or after a comma in it. */
  part: string;
}

interface Candidate extends Spot, Piece {
  line: number;
}

export interface Surroundings {
  anchor: Anchor;
  candidates: Candidate[];
  from: number;
  to: number;
}

const mostAbove = 3;
const mostBelow = 4;

const onlyDuration = (line: string) => line.replace(duration, '').replace(/[\s()·,]/g, '') === '';

const standsApart = (lines: readonly string[], { line }: Anchor) => lines[line - 1] === '' && lines[line + 1] === '';
/** Whether most headings have empty lines inside, not only between jobs. */
const isSpaced = (lines: readonly string[], anchors: readonly Anchor[]): boolean =>
  anchors.filter((anchor) => standsApart(lines, anchor)).length > anchors.length / 2;

interface Beside {
  line: number;
  step: 1 | -1;
  until: number;
  isSpaced: boolean;
}

function linesBeside(lines: readonly string[], { line, step, until, isSpaced: spaced }: Beside): number[] {
  const taken: number[] = [];
  let empty = 0;
  for (let at = line + step; at !== until && taken.length < (step < 0 ? mostAbove : mostBelow); at += step) {
    const text = lines[at] ?? '';
    if (text === '') empty += 1;
    if (!spaced && (empty > 1 || (text === '' && taken.length > 0 && step < 0))) break;
    if (text === '' || onlyDuration(text)) continue;
    // A bullet before a row of cells marks the job, not an item in its text.
    if (!isHeaderLine(text) || (isBullet(text) && !text.includes('\t'))) break;
    taken.push(at);
  }
  return taken;
}

function candidatesOf(lines: readonly string[], anchor: Anchor, { at, offset }: { at: number; offset: number }): Candidate[] {
  return partsOf(lines[at] ?? '', offset === 0 ? anchor.range : undefined).pieces.flatMap((piece, index) => {
    const halves = piece.says ? undefined : halvesOf(piece.text);
    const whole = { ...piece, offset, line: at, part: String(index) };
    if (!halves) return [whole];
    return [whole, { text: halves[0], offset, line: at, part: `${index}a` }, { text: halves[1], offset, line: at, part: `${index}b` }];
  });
}

const countWords = (text: string) => text.split(/\s+/).length;

const isTitleRow = (line: string) => {
  const [cell = '', ...cells] = withoutBullet(line).split('\t');
  return cells.length > 0 && titleScore(cell) >= 2 && countWords(cell) <= 9;
};

export function surroundingsOf(lines: readonly string[], anchors: readonly Anchor[]): Surroundings[] {
  const spaced = isSpaced(lines, anchors);
  return anchors.map((anchor, index) => {
    const beside = { line: anchor.line, isSpaced: spaced || standsApart(lines, anchor) };
    const above = linesBeside(lines, { ...beside, step: -1, until: anchors[index - 1]?.line ?? -1 });
    const below = linesBeside(lines, { ...beside, step: 1, until: anchors[index + 1]?.line ?? lines.length });
    // If dates are in the margin beside the first item, the item is text and no heading, unless it is a title.
    const isItem = isBullet(lines[anchor.line] ?? '') && above.length > 0 && !isTitleRow(lines[anchor.line] ?? '');
    return {
      anchor,
      from: above.at(-1) ?? anchor.line,
      to: below.at(-1) ?? anchor.line,
      candidates: [
        ...above.flatMap((at, place) => candidatesOf(lines, anchor, { at, offset: -1 - place })),
        ...(isItem ? [] : candidatesOf(lines, anchor, { at: anchor.line, offset: 0 })),
        ...below.flatMap((at, place) => candidatesOf(lines, anchor, { at, offset: 1 + place })),
      ],
    };
  });
}

const scores = {
  title({ text, says }: Piece): number {
    if (says) return says === 'title' ? 4 : -2;
    // The part after a comma may extend the title: "Vice President, Banking Operations".
    const score = Math.max(titleScore(text), titleScore(halvesOf(text)?.[0] ?? ''));
    return (score === 0 ? -0.8 : score) - (companyScore(text) >= 2.5 ? 1 : 0) - (countWords(text) > 9 ? 1 : 0);
  },
  company({ text, says }: Piece): number {
    if (says) return says === 'company' ? 4 : -2;
    const isSkills = text.split(/\s+/).every((word) => findSkill(word));
    return Math.min(companyScore(text), 2.5) * 0.7 - titleScore(text) * 0.6 - (countWords(text) > 8 ? 1 : 0) - (isSkills ? 0.8 : 0);
  },
};

/** All jobs of a resume have title and employer in the same positions. */
export interface Shape {
  title: Spot;
  company: Spot;
}

export const at = ({ candidates }: Surroundings, { offset, part }: Spot): Candidate | undefined =>
  candidates.find((candidate) => candidate.offset === offset && candidate.part === part);

const enoughJobs = 12;
const noTitle = -1.2;
const noCompany = -0.6;
const lineCost = 0.12;
const halfCost = 0.3;

const keyOf = ({ offset, part }: Spot) => `${offset} ${part}`;

/** `undefined`: the job has no such spot. */
function tableOf(jobs: readonly Surroundings[], score: (piece: Piece) => number): Map<string, (number | undefined)[]> {
  const table = new Map<string, (number | undefined)[]>();
  for (const [index, job] of jobs.entries()) {
    for (const candidate of job.candidates) {
      const row = table.get(keyOf(candidate)) ?? Array.from<number | undefined>({ length: jobs.length });
      row[index] = score(candidate);
      table.set(keyOf(candidate), row);
    }
  }
  return table;
}

const spotsOf = (jobs: readonly Surroundings[]): Spot[] => [
  ...new Map(
    jobs.flatMap((job) => job.candidates.map(({ offset, part }) => [keyOf({ offset, part }), { offset, part }] as const)),
  ).values(),
];

const isHalf = ({ part }: Spot) => /[ab]$/.test(part);
const wholeOf = ({ part }: Spot) => part.replace(/[ab]$/, '');

/** Two parts, or both halves of one: a comma within a title or a name separates nothing. */
const goTogether = (one: Spot, other: Spot) =>
  isHalf(one) || isHalf(other)
    ? isHalf(one) && isHalf(other) && one.offset === other.offset && wholeOf(one) === wholeOf(other) && one.part !== other.part
    : one.offset !== other.offset || one.part !== other.part;

/** The most likely shape of all jobs; undefined without text beside the dates. */
export function commonShape(jobs: readonly Surroundings[]): Shape | undefined {
  const sample = jobs.slice(0, enoughJobs);
  const titles = tableOf(sample, scores.title);
  const companies = tableOf(sample, scores.company);
  const spots = spotsOf(sample);
  let best: { shape: Shape; score: number } | undefined;
  for (const title of spots) {
    for (const company of spots) {
      if (!goTogether(title, company)) continue;
      const sum = sample.reduce(
        (total, _, index) => total + (titles.get(keyOf(title))?.[index] ?? noTitle) + (companies.get(keyOf(company))?.[index] ?? noCompany),
        0,
      );
      const halves = isHalf(title) ? halfCost * sample.length : 0;
      const score = sum - halves - lineCost * sample.length * (Math.abs(title.offset) + Math.abs(company.offset));
      if (!best || score > best.score) best = { shape: { title, company }, score };
    }
  }
  return best?.shape;
}
