import { and, type Bitmap, bitmapOf, emptyBitmap, orMany } from './bitmaps.ts';
import type { Evaluation } from './evaluation.ts';
import { formOf } from '#modules/search/text/forms.ts';
import { type PlanNode, ShardError } from './protocol.ts';
import type { Segment, TextPart } from './segment.ts';

type TextNode = Extract<PlanNode, { op: 'text' }>;

/** Words (or forms) with numbers from..to-1: what may stand at one place of a phrase. */
interface Slot {
  forms: boolean;
  from: number;
  to: number;
}

/** Beginnings of one letter can mean very many words. */
const maxExpansion = 50_000;

/** Documents with the word or phrase. The bitmap belongs to the arena or to the cache of the segment. */
export function evaluateText({ schema, segment, arena, check }: Evaluation, node: TextNode, domain?: Bitmap): Bitmap {
  const part = segment.texts[node.field]!;
  const kind = schema.texts[node.field]!.form;
  const slots = node.words.map((word, index) => slotFor({ part, kind, mode: node.mode }, word, index === node.words.length - 1));
  if (slots.length === 0 || slots.some((slot) => slot.from >= slot.to)) return arena.keep(emptyBitmap());
  const bitmaps = slots.map((slot) => slotBitmap({ segment, field: node.field }, part, slot));
  if (bitmaps.length === 1) return bitmaps[0]!;
  let candidates = bitmaps.reduce((left, bitmap) => arena.keep(and(left, bitmap)));
  if (domain) candidates = arena.keep(and(candidates, domain));
  return arena.keep(
    withPhrase(part, { slots, slop: node.slop, tokens: new Uint32Array(part.tokens.longest), check }, candidates.toUint32Array()),
  );
}

const one = (forms: boolean, number: number): Slot => ({ forms, from: number, to: number < 0 ? number : number + 1 });

function slotFor(place: { part: TextPart; kind: 'stem' | 'name'; mode: TextNode['mode'] }, word: string, last: boolean): Slot {
  const { part, kind, mode } = place;
  if (mode === 'prefix' && last) {
    const forms = kind === 'name';
    const [from, to] = forms ? part.forms.prefix(formOf(kind, word)) : part.words.prefix(word);
    return { forms, from, to };
  }
  if (mode === 'stem' || (mode === 'prefix' && kind === 'name')) return one(true, part.forms.find(formOf(kind, word)));
  return one(false, part.words.find(word));
}

function slotBitmap(place: { segment: Segment; field: string }, part: TextPart, slot: Slot): Bitmap {
  const { segment, field } = place;
  const [from, to] = slot.forms ? [part.formAt[slot.from]!, part.formAt[slot.to]!] : [slot.from, slot.to];
  if (to - from > maxExpansion) throw new ShardError('too_complex', 'too many words begin so');
  const wordAt = (index: number): number => (slot.forms ? part.formWords[from + index]! : from + index);
  return segment.kept.get(`x:${field}:${slot.forms}:${slot.from}:${slot.to}`, () =>
    to - from === 1 ? part.wordPostings.read(wordAt(0)) : union(to - from, (index) => part.wordPostings.read(wordAt(index))),
  );
}

function union(count: number, read: (index: number) => Bitmap): Bitmap {
  const all: Bitmap[] = [];
  try {
    for (let index = 0; index < count; index++) all.push(read(index));
    return orMany(all);
  } finally {
    for (const bitmap of all) bitmap.dispose();
  }
}

interface Phrase {
  slots: readonly Slot[];
  slop: number;
  /** Where the words of a document are unpacked. */
  tokens: Uint32Array;
  check: () => void;
}

const betweenChecks = 8_192;

function withPhrase(part: TextPart, phrase: Phrase, candidates: Uint32Array): Bitmap {
  const found = new Uint32Array(candidates.length);
  let length = 0;
  for (let index = 0; index < candidates.length; index++) {
    if (index % betweenChecks === 0) phrase.check();
    const document = candidates[index]!;
    if (hasPhrase(part, phrase, document)) found[length++] = document;
  }
  return bitmapOf(found.subarray(0, length));
}

/** From each place of the first word the nearest next words make the shortest stretch, so the first fit tried is the best one. */
function hasPhrase(part: TextPart, phrase: Phrase, document: number): boolean {
  const { slots, slop, tokens } = phrase;
  const { formOf: forms } = part;
  const end = part.tokens.read(document, tokens);
  const fits = (slot: Slot, token: number): boolean => {
    const number = slot.forms ? forms[token - 1]! : token - 1;
    return number >= slot.from && number < slot.to;
  };
  for (let start = 0; start < end; start++) {
    if (tokens[start] === 0 || !fits(slots[0]!, tokens[start]!)) continue;
    const farthest = Math.min(end, start + slots.length + slop);
    let next = 1;
    for (let at = start + 1; at < farthest && next < slots.length && tokens[at] !== 0; at++) {
      if (fits(slots[next]!, tokens[at]!)) next++;
    }
    if (next === slots.length) return true;
  }
  return false;
}
