import { and, type Bitmap, bitmapOf, emptyBitmap, orMany } from '../format/bitmaps.ts';
import type { Evaluation } from './score-tree.ts';
import { beginningOfForm, formOf } from '#modules/search/text/forms.ts';
import { type PlanNode, ShardError } from '../shard/protocol.ts';
import { listed, scratch } from './scratch-arrays.ts';
import type { Segment, TextPart } from '../format/segment.ts';

type TextNode = Extract<PlanNode, { op: 'text' }>;

interface Slot {
  forms: boolean;
  from: number;
  to: number;
}

/** A prefix of one character can match very many words. */
const maxExpansion = 50_000;

/** The arena or the segment's cache owns the bitmap. */
export function evaluateText({ schema, segment, arena, check }: Evaluation, node: TextNode, domain?: Bitmap): Bitmap {
  const part = segment.texts[node.field]!;
  const kind = schema.texts[node.field]!.form;
  const slots = node.words.map((word, index) => slotFor({ part, kind, mode: node.mode }, word, index === node.words.length - 1));
  if (slots.length === 0 || slots.some((slot) => slot.from >= slot.to)) return arena.keep(emptyBitmap());
  const bitmaps = slots.map((slot) => slotBitmap({ segment, field: node.field }, part, slot));
  if (bitmaps.length === 1) return bitmaps[0]!;
  const beside = node.slop === 0 ? besideEachOther({ segment, field: node.field }, part, slots) : { found: [], whole: false };
  let candidates = [...beside.found, ...bitmaps].reduce((left, bitmap) => arena.keep(and(left, bitmap)));
  if (beside.whole) return candidates;
  if (domain) candidates = arena.keep(and(candidates, domain));
  return arena.keep(
    withPhrase(part, { slots, slop: node.slop, tokens: new Uint32Array(part.tokens.longest), check }, listed(candidates, 'candidates')),
  );
}

const one = (forms: boolean, number: number): Slot => ({ forms, from: number, to: number < 0 ? number : number + 1 });

function slotFor(place: { part: TextPart; kind: 'stem' | 'name'; mode: TextNode['mode'] }, word: string, last: boolean): Slot {
  const { part, kind, mode } = place;
  if (mode.startsWith('prefix') && last) {
    const form = mode === 'prefixOfForm' ? beginningOfForm(kind, word) : undefined;
    const [from, to] = form === undefined ? part.words.prefix(word) : part.forms.prefix(form);
    return { forms: form !== undefined, from, to };
  }
  if (mode === 'stem' || (mode === 'prefixOfForm' && kind === 'name')) return one(true, part.forms.find(formOf(kind, word)));
  return one(false, part.words.find(word));
}

function slotBitmap(place: { segment: Segment; field: string }, part: TextPart, slot: Slot): Bitmap {
  const { segment, field } = place;
  const [from, to] = slot.forms ? [part.formAt[slot.from]!, part.formAt[slot.to]!] : [slot.from, slot.to];
  if (to - from > maxExpansion) throw new ShardError('too_complex', 'too many words begin so');
  const wordAt = (index: number): number => (slot.forms ? part.formWords[from + index]! : from + index);
  return segment.cache.get(`x:${field}:${slot.forms}:${slot.from}:${slot.to}`, () =>
    to - from === 1 ? part.wordPostings.read(wordAt(0)) : union(to - from, (index) => part.wordPostings.read(wordAt(index))),
  );
}

function besideEachOther(
  { segment, field }: { segment: Segment; field: string },
  part: TextPart,
  slots: readonly Slot[],
): { found: Bitmap[]; whole: boolean } {
  // The only form allowed here; -1: several. `alone`: every word of the form is allowed.
  const places = slots.map(({ forms, from, to }) => {
    if (to - from > 1) return { form: -1, alone: false };
    const form = forms ? from : part.formOf[from]!;
    const words = part.formAt[form + 1]! - part.formAt[form]!;
    return { form, alone: forms || words === 1 };
  });
  const found = places.slice(1).flatMap(({ form: second }, at) => {
    const first = places[at]!.form;
    if (first < 0 || second < 0 || !part.bigrams.has(first, second)) return [];
    return [segment.cache.get(`2:${field}:${first}:${second}`, () => part.bigrams.read(first, second))];
  });
  return { found, whole: slots.length === 2 && found.length === 1 && places.every(({ alone }) => alone) };
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
  tokens: Uint32Array;
  check: () => void;
}

const betweenChecks = 8_192;

function withPhrase(part: TextPart, phrase: Phrase, candidates: Uint32Array): Bitmap {
  const found = scratch('found', candidates.length);
  let length = 0;
  for (let index = 0; index < candidates.length; index++) {
    if (index % betweenChecks === 0) phrase.check();
    const document = candidates[index]!;
    if (hasPhrase(part, phrase, document)) found[length++] = document;
  }
  return bitmapOf(found.subarray(0, length));
}

function fits(forms: Uint32Array, slot: Slot, token: number): boolean {
  const number = slot.forms ? forms[token - 1]! : token - 1;
  return number >= slot.from && number < slot.to;
}

function hasPhrase(part: TextPart, phrase: Phrase, document: number): boolean {
  const { slots, slop, tokens } = phrase;
  const { formOf: forms } = part;
  const end = part.tokens.read(document, tokens);
  for (let start = 0; start < end; start++) {
    if (tokens[start] === 0 || !fits(forms, slots[0]!, tokens[start]!)) continue;
    const farthest = Math.min(end, start + slots.length + slop);
    let next = 1;
    for (let at = start + 1; at < farthest && next < slots.length && tokens[at] !== 0; at++) {
      if (fits(forms, slots[next]!, tokens[at]!)) next++;
    }
    if (next === slots.length) return true;
  }
  return false;
}
