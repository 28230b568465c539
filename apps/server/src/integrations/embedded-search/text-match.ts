import { type Arena, and, type Bitmap, bitmapOf, emptyBitmap, orMany } from './bitmaps.ts';
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
  const bitmaps = slots.map((slot) => slotBitmap({ segment, arena, field: node.field }, part, slot));
  if (bitmaps.length === 1) return bitmaps[0]!;
  let candidates = bitmaps.reduce((left, bitmap) => arena.keep(and(left, bitmap)));
  if (domain) candidates = arena.keep(and(candidates, domain));
  return arena.keep(withPhrase(part, { slots, slop: node.slop, check }, candidates.toUint32Array()));
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

function slotBitmap(place: { segment: Segment; arena: Arena; field: string }, part: TextPart, slot: Slot): Bitmap {
  const postings = slot.forms ? part.formPostings : part.wordPostings;
  const count = slot.to - slot.from;
  if (count > maxExpansion) throw new ShardError('too_complex', 'too many words begin so');
  if (count === 1) {
    return place.segment.kept.get(`x:${place.field}:${slot.forms}:${slot.from}`, () => postings.read(slot.from));
  }
  return place.arena.keep(union(count, (index) => postings.read(slot.from + index)));
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
  const { slots, slop } = phrase;
  const { tokens, formOf: forms } = part;
  const end = part.at[document + 1]!;
  const fits = (slot: Slot, token: number): boolean => {
    const number = slot.forms ? forms[token - 1]! : token - 1;
    return number >= slot.from && number < slot.to;
  };
  for (let start = part.at[document]!; start < end; start++) {
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
