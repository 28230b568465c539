import { and, andNot, type Bitmap, placesIn } from '../format/bitmaps.ts';
import type { Evaluation, ScoreNode } from './score-tree.ts';
import { missing } from '../format/typed-arrays.ts';
import { rankByCells } from './cell-ranking.ts';
import type { Top } from './top-hits.ts';
import type { SearchPlan } from '../shard/protocol.ts';

function addScores(node: ScoreNode, documents: Uint32Array, into: Int32Array): void {
  if (node.max === 0 || documents.length === 0) return;
  if (node.kind === 'flat') {
    for (let index = 0; index < into.length; index++) into[index]! += node.points;
    return;
  }
  if (node.kind === 'sum') {
    for (const part of node.parts) addScores(part, documents, into);
    for (const part of node.preferred) {
      scoresWithin(part, documents, (place, score) => {
        into[place]! += score;
      });
    }
    return;
  }
  const best = new Int32Array(documents.length);
  for (const part of node.parts) {
    scoresWithin(part, documents, (place, score) => {
      if (score > best[place]!) best[place] = score;
    });
  }
  for (let index = 0; index < into.length; index++) into[index]! += best[index]!;
}

function scoresWithin(node: ScoreNode, documents: Uint32Array, visit: (place: number, score: number) => void): void {
  const places = placesIn(documents, node.bitmap);
  const scores = new Int32Array(places.length);
  addScores(
    node,
    places.map((place) => documents[place]!),
    scores,
  );
  for (let index = 0; index < places.length; index++) visit(places[index]!, scores[index]!);
}

const firstBlock = 512;
const largestBlock = 16_384;

interface Tier {
  documents: Bitmap | undefined;
  most: number;
}

const differs = ({ max, parts }: ScoreNode): number => max - Math.min(...parts.map((part) => part.max));

/**
 * Documents of the best part of a `best` node are ranked first, because they mostly fill the
 * result. Of several such nodes, uses the one with the largest differences.
 */
function tiersOf(score: ScoreNode): Tier[] {
  const nodes = (score.kind === 'sum' ? score.parts : [score]).filter((node) => node.kind === 'best' && node.parts.length > 1);
  const [node] = nodes.toSorted((a, b) => differs(b) - differs(a));
  if (!node) return [{ documents: undefined, most: score.max }];
  const otherParts = score.max - node.max;
  return [
    ...node.parts.toSorted((a, b) => b.max - a.max).map((part) => ({ documents: part.bitmap, most: otherParts + part.max })),
    { documents: undefined, most: otherParts },
  ];
}

export function rankByRelevance(evaluation: Evaluation, found: { hits: Bitmap; score: ScoreNode }, top: Top): void {
  const { arena, segment } = evaluation;
  const { score } = found;
  if (found.hits.size <= top.capacity) return rankTier(evaluation, { ...found, most: score.max }, top);
  let left = rankByCells(evaluation, found, top);
  for (const { documents, most } of tiersOf(score)) {
    if (left.isEmpty || (top.full && segment.staticRank[left.minimum()]! + most < top.floor)) return;
    rankTier(evaluation, { hits: documents ? arena.keep(and(left, documents)) : left, score, most }, top);
    if (documents) left = arena.keep(andNot(left, documents));
  }
}

/** Ordered by static rank: once a document cannot reach the threshold, no later one can. */
function rankTier(evaluation: Evaluation, found: { hits: Bitmap; score: ScoreNode; most: number }, top: Top): void {
  const { segment, check } = evaluation;
  const { hits, score, most } = found;
  const total = hits.size;
  let size = firstBlock;
  for (let from = 0; from < total; from += size, size = Math.min(size * 2, largestBlock)) {
    check();
    const documents = hits.sliceUint32Array(from, Math.min(total, from + size));
    if (top.full && segment.staticRank[documents[0]!]! + most < top.floor) return;
    const scores = new Int32Array(documents.length);
    addScores(score, documents, scores);
    for (let index = 0; index < documents.length; index++) {
      const document = documents[index]!;
      top.offer(scores[index]! + segment.staticRank[document]!, segment.ids[document]!);
    }
  }
}

export function rankByNumber(
  evaluation: Evaluation,
  found: { hits: Bitmap; sort: Extract<SearchPlan['sort'], { by: 'number' }> },
  top: Top,
): void {
  const { segment } = evaluation;
  const column = segment.numbers[found.sort.field]!;
  for (const document of found.hits.toUint32Array()) {
    const value = column[document]!;
    const key = found.sort.descending ? value : -value;
    top.offer(value === missing ? -Infinity : key, segment.ids[document]!);
  }
}
