import { and, andNot, type Bitmap, placesIn } from '../format/bitmaps.ts';
import type { Evaluation, ScoreNode } from './score-tree.ts';
import { missing } from '../format/typed-arrays.ts';
import type { SearchPlan } from '../shard/protocol.ts';

export interface Top {
  readonly full: boolean;
  readonly floor: number;
  offer(score: number, id: number): void;
  sorted(): { ids: Uint32Array; scores: Float64Array };
}

export function createTop(capacity: number): Top {
  const scores = new Float64Array(capacity);
  const ids = new Uint32Array(capacity);
  let length = 0;
  const worse = (a: number, b: number): boolean => scores[a]! < scores[b]! || (scores[a] === scores[b] && ids[a]! > ids[b]!);
  const swap = (a: number, b: number): void => {
    [scores[a], scores[b]] = [scores[b]!, scores[a]!];
    [ids[a], ids[b]] = [ids[b]!, ids[a]!];
  };
  const sink = (): void => {
    let at = 0;
    for (;;) {
      let worst = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < length; child++) if (worse(child, worst)) worst = child;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };
  const rise = (): void => {
    for (let at = length - 1; at > 0 && worse(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
  };
  return {
    get full() {
      return length === capacity;
    },
    get floor() {
      return scores[0] ?? -Infinity;
    },
    offer(score, id) {
      if (capacity === 0) return;
      if (length < capacity) {
        scores[length] = score;
        ids[length++] = id;
        rise();
      } else if (score > scores[0]! || (score === scores[0] && id < ids[0]!)) {
        scores[0] = score;
        ids[0] = id;
        sink();
      }
    },
    sorted() {
      const order = Uint32Array.from({ length }, (_, index) => index).toSorted((a, b) => scores[b]! - scores[a]! || ids[a]! - ids[b]!);
      return { ids: order.map((index) => ids[index]!), scores: Float64Array.from(order, (index) => scores[index]!) };
    },
  };
}

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
/** Fewer hits are scored faster than split. */
const worthParting = 64;

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
  const { hits, score } = found;
  if (hits.size < worthParting) return rankTier(evaluation, { hits, score, most: score.max }, top);
  let left = hits;
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
