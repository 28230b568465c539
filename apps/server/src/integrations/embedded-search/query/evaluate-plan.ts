import { and, andNot, type Bitmap, bitmapOf, emptyBitmap, fullBitmap, orMany } from '../format/bitmaps.ts';
import type { Evaluation, ScoreNode } from './score-tree.ts';
import { documentsNear } from './geo-distance.ts';
import type { PlanNode } from '../shard/protocol.ts';
import { addDocumentsOf, keyOf, type Segment } from '../format/segment.ts';
import { evaluateText } from './text-match.ts';
import { missing } from '../format/typed-arrays.ts';

const flat = (bitmap: Bitmap, points = 0): ScoreNode => ({ kind: 'flat', bitmap, points, parts: [], preferred: [], max: points });

/** Expensive nodes run last, on the documents that cheap ones left; exclusions subtract from few documents. */
function costOf(node: PlanNode): number {
  switch (node.op) {
    case 'all':
    case 'term':
    case 'lookup':
    case 'ids':
      return 0;
    case 'text':
      return node.words.length > 1 ? 3 : 0;
    case 'range':
      return 2;
    case 'near':
      return 4;
    case 'not':
      return costOf(node.of) + 1;
    case 'prefer':
      return Math.max(1, costOf(node.of), ...node.preferred.map(costOf));
    default:
      return Math.max(1, ...node.of.map(costOf));
  }
}

export function evaluate(evaluation: Evaluation, node: PlanNode, domain?: Bitmap): ScoreNode {
  evaluation.check();
  const { arena, segment } = evaluation;
  if (node.op === 'and') return evaluateAnd(evaluation, node.of, domain);
  if (node.op === 'or' || node.op === 'any') return evaluateAny(evaluation, node, domain);
  if (node.op === 'not') {
    const { bitmap } = evaluate(evaluation, node.of, domain);
    const from = domain ?? everything(segment);
    return flat(bitmap.isEmpty ? from : arena.keep(andNot(from, bitmap)));
  }
  if (node.op === 'prefer') {
    const before = evaluation.leaves.length;
    const of = evaluate(evaluation, node.of, domain);
    const preferred = node.preferred.map((part) => evaluate(evaluation, part, domain)).filter((part) => part.max > 0);
    const max = preferred.reduce((sum, part) => sum + part.max, of.max);
    gate(evaluation, before, of.bitmap);
    return { kind: 'sum', bitmap: of.bitmap, points: 0, parts: [of], preferred, max };
  }
  return evaluateLeaf(evaluation, node, domain);
}

/** `or`: the best matching part scores; `any`: all matching parts do. */
function evaluateAny(evaluation: Evaluation, { op, of, union }: Extract<PlanNode, { op: 'or' | 'any' }>, domain?: Bitmap): ScoreNode {
  const parts = of.map((part) => evaluate(evaluation, part, domain));
  const united = union.map((index) => parts[index]!.bitmap);
  const bitmap = united.length === 1 ? united[0]! : evaluation.arena.keep(orMany(united));
  const scored = parts.filter((part) => part.max > 0);
  if (scored.length === 0) return flat(bitmap);
  if (op === 'or') return { kind: 'best', bitmap, points: 0, parts: scored, preferred: [], max: Math.max(...scored.map(({ max }) => max)) };
  return { kind: 'sum', bitmap, points: 0, parts: [], preferred: scored, max: scored.reduce((sum, { max }) => sum + max, 0) };
}

function evaluateAnd(evaluation: Evaluation, nodes: readonly PlanNode[], domain?: Bitmap): ScoreNode {
  const before = evaluation.leaves.length;
  const parts: ScoreNode[] = [];
  const add = (node: PlanNode, within?: Bitmap): Bitmap => {
    const part = evaluate(evaluation, node, within);
    if (part.max > 0) parts.push(part);
    return part.bitmap;
  };
  const costs = new Map(nodes.map((node) => [node, costOf(node)]));
  const isCheap = (node: PlanNode): boolean => node.op !== 'not' && costs.get(node)! < 2;
  let left = intersect(
    evaluation,
    nodes.filter(isCheap).map((node) => add(node, domain)),
    domain,
  );
  for (const node of nodes.filter((one) => !isCheap(one)).toSorted((a, b) => costs.get(a)! - costs.get(b)!)) {
    const bitmap = add(node, left);
    left = left && bitmap !== left ? evaluation.arena.keep(and(left, bitmap)) : bitmap;
  }
  const bitmap = left ?? everything(evaluation.segment);
  gate(evaluation, before, bitmap);
  if (parts.length === 0) return flat(bitmap);
  return { kind: 'sum', bitmap, points: 0, parts, preferred: [], max: parts.reduce((sum, part) => sum + part.max, 0) };
}

/** Smallest first. Changes no given bitmap: the cache owns most. */
function intersect({ arena, segment }: Evaluation, bitmaps: readonly Bitmap[], domain?: Bitmap): Bitmap | undefined {
  const all = domain ? [...bitmaps, domain] : bitmaps;
  const [first, second, ...others] = all.filter(({ size }) => size < segment.count).toSorted((a, b) => a.size - b.size);
  if (!first || !second) return first ?? all[0];
  const left = arena.keep(and(first, second));
  for (const other of others) left.andInPlace(other);
  return left;
}

function gate({ leaves }: Evaluation, from: number, bitmap: Bitmap): void {
  for (const leaf of leaves.slice(from)) leaf.gates.push(bitmap);
}

type Leaf = Exclude<PlanNode, { op: 'and' | 'or' | 'any' | 'not' | 'prefer' }>;

function evaluateLeaf(evaluation: Evaluation, node: Leaf, domain?: Bitmap): ScoreNode {
  const { arena, segment } = evaluation;
  const explained = (leaf: number, bitmap: Bitmap, points: number): ScoreNode => {
    if (leaf >= 0) evaluation.leaves.push({ leaf, bitmap, gates: [] });
    return flat(bitmap, points);
  };
  if (node.op === 'all') return flat(everything(segment));
  if (node.op === 'term') return explained(node.leaf, termBitmap(evaluation, node.field, node.term), node.points);
  if (node.op === 'lookup') {
    const documents = segment.lookups[node.field]!.find(node.high, node.low);
    return explained(node.leaf, arena.keep(bitmapOf(documents)), node.points);
  }
  if (node.op === 'text') return explained(node.leaf, evaluateText(evaluation, node, domain), node.points);
  if (node.op === 'near') return explained(node.leaf, arena.keep(documentsNear(segment, node, domain)), 0);
  if (node.op === 'range') return flat(rangeBitmap(evaluation, { ...node, missing: false }, domain));
  return flat(idsBitmap(evaluation, node));
}

export const everything = (segment: Segment): Bitmap => segment.cache.get('all', () => fullBitmap(segment.count));

export function termBitmap({ segment, arena }: Evaluation, field: string, term: number): Bitmap {
  const part = segment.terms[field]!;
  const key = term < 0 ? -1 : keyOf(part, term);
  if (key < 0) return arena.keep(emptyBitmap());
  return segment.cache.get(`t:${field}:${term}`, () => part.postings.read(key));
}

const sparse = 4;

export function rangeBitmap(
  { segment, arena }: Evaluation,
  range: { field: string; min: number; max: number; missing: boolean },
  domain?: Bitmap,
): Bitmap {
  const column = segment.numbers[range.field]!;
  const { min, max } = range;
  const inside = (value: number): boolean => (value === missing ? range.missing : value >= min && value <= max);
  const some = domain && domain.size * sparse < segment.count ? domain.toUint32Array() : undefined;
  const count = some ? some.length : segment.count;
  const found = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < count; index++) {
    const document = some ? some[index]! : index;
    if (inside(column[document]!)) found[length++] = document;
  }
  return arena.keep(bitmapOf(found.subarray(0, length)));
}

export function idsBitmap({ segment, arena }: Evaluation, set: { ids: Uint32Array; key?: string }): Bitmap {
  const make = (): Bitmap => {
    const documents: number[] = [];
    for (const id of set.ids) addDocumentsOf(segment, id, documents);
    return bitmapOf(Uint32Array.from(documents).toSorted());
  };
  return set.key === undefined ? arena.keep(make()) : segment.cache.get(`ids:${set.key}`, make);
}
