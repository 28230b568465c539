import { and, andNot, type Bitmap, emptyBitmap, orMany } from '../format/bitmaps.ts';
import type { Evaluation, ScoreNode } from './score-tree.ts';
import type { Top } from './top-hits.ts';

/** The best matching part scores, or nothing if none matches. Points descend. */
type Choice = readonly { bitmap: Bitmap; points: number }[];

/** Part number of each choice; the number after the last part: none matches. */
interface Cell {
  parts: readonly number[];
  points: number;
  /** Only this and later choices advance, so that each cell is visited once. */
  from: number;
}

/** A tree with more cells than this before the result is full is ranked by blocks. */
const mostCells = 128;

/** Undefined if the score is not a sum of independent choices. */
function choicesOf(score: ScoreNode): { choices: Choice[]; base: number } | undefined {
  const choices: Choice[] = [];
  let base = 0;
  const add = (node: ScoreNode, isCertain: boolean): boolean => {
    if (node.kind === 'flat' && isCertain) base += node.points;
    else if (node.kind === 'flat') choices.push([node]);
    else if (node.kind === 'best') choices.push(node.parts.toSorted((a, b) => b.points - a.points));
    else return isCertain && node.parts.every((part) => add(part, true)) && node.preferred.every((part) => add(part, false));
    return node.kind === 'flat' || node.parts.every(({ kind }) => kind === 'flat');
  };
  return add(score, true) ? { choices, base } : undefined;
}

const pointsOf = (choice: Choice, part: number): number => choice[part]?.points ?? 0;

/**
 * Offers hits by descending points. All hits of a cell have the same points, so the first ones by
 * static rank suffice. Returns the hits that can still reach the result.
 */
export function rankByCells(evaluation: Evaluation, { hits, score }: { hits: Bitmap; score: ScoreNode }, top: Top): Bitmap {
  const { arena, segment, check } = evaluation;
  const found = choicesOf(score);
  if (!found) return hits;
  const { choices, base } = found;
  const bestRank = segment.staticRank[hits.minimum()]!;
  const hitsOf = hitsByPart(evaluation, hits, choices);
  const queue: Cell[] = [
    { parts: choices.map(() => 0), points: choices.reduce((sum, choice) => sum + pointsOf(choice, 0), base), from: 0 },
  ];
  const ranked: Bitmap[] = [];
  let left = hits.size;
  for (let visited = 0; left > 0 && visited < mostCells; visited++) {
    const cell = takeHighest(queue);
    if (!cell || (top.full && bestRank + cell.points < top.floor)) return arena.keep(emptyBitmap());
    check();
    queue.push(...nextCells(choices, cell));
    const documents = intersection(evaluation, hits, cell.parts.map(hitsOf));
    if (documents.isEmpty) continue;
    offerFirst(evaluation, { documents, points: cell.points }, top);
    ranked.push(documents);
    left -= documents.size;
  }
  return arena.keep(left === 0 ? emptyBitmap() : andNot(hits, arena.keep(orMany(ranked))));
}

function takeHighest(queue: Cell[]): Cell | undefined {
  let highest = 0;
  for (let index = 1; index < queue.length; index++) if (queue[index]!.points > queue[highest]!.points) highest = index;
  return queue.splice(highest, 1)[0];
}

const nextCells = (choices: readonly Choice[], { parts, points, from }: Cell): Cell[] =>
  choices.flatMap((choice, at) => {
    const part = parts[at]!;
    if (at < from || part === choice.length) return [];
    return [{ parts: parts.with(at, part + 1), points: points - pointsOf(choice, part) + pointsOf(choice, part + 1), from: at }];
  });

/** Hits with the given best part of a choice. */
function hitsByPart({ arena }: Evaluation, hits: Bitmap, choices: readonly Choice[]): (part: number, choice: number) => Bitmap {
  const known = choices.map((): Bitmap[] => []);
  return (part, choice) => {
    const parts = choices[choice]!;
    const make = (): Bitmap => {
      const own = part < parts.length ? and(hits, parts[part]!.bitmap) : andNot(hits, parts[0]!.bitmap);
      for (const better of parts.slice(0, part)) own.andNotInPlace(better.bitmap);
      return arena.keep(own);
    };
    return (known[choice]![part] ??= make());
  };
}

function intersection({ arena }: Evaluation, hits: Bitmap, bitmaps: readonly Bitmap[]): Bitmap {
  const [smallest = hits, ...others] = bitmaps.toSorted((a, b) => a.size - b.size);
  return others.reduce((all, one) => (all.isEmpty ? all : arena.keep(and(all, one))), smallest);
}

function offerFirst({ segment }: Evaluation, { documents, points }: { documents: Bitmap; points: number }, top: Top): void {
  for (const document of documents.sliceUint32Array(0, Math.min(documents.size, top.capacity))) {
    const score = points + segment.staticRank[document]!;
    if (top.full && score < top.floor) return;
    top.offer(score, segment.ids[document]!);
  }
}
