import type { Role } from './choose-mention.ts';
import type { NamedThing } from './lexicon.ts';
import { type Marker, markerOf } from './markers.ts';
import type { Years } from './numbers.ts';
import type { LanguageLevel } from '../query/language-levels.ts';
import type { Slot } from './plain-query.ts';
import { lexiconKey, type Word } from './words.ts';

export interface Reader {
  words: readonly Word[];
  text: string;
  at: number;
  slots: Slot[];
  unknown: { from: number; to: number }[];
  role: Role;
  /** undefined: not excluding; null: the next condition of any kind; else the excluded kind. */
  excluded: Slot['kind'] | null | undefined;
  excludedFrom: number | undefined;
  isMinus: boolean;
  city: { slot: Extract<Slot, { kind: 'place' }>; key: string; end: number } | undefined;
  isNice: boolean;
  joint: 'or' | 'and' | 'none';
  years: Years | undefined;
  km: number | undefined;
  level: LanguageLevel | undefined;
  /** First slot of the current clause, for "is a plus". */
  clause: number;
}

export const newReader = (text: string, words: readonly Word[]): Reader => ({
  words,
  text: text.toLowerCase().replaceAll('ё', 'е'),
  at: 0,
  slots: [],
  unknown: [],
  role: 'none',
  excluded: undefined,
  excludedFrom: undefined,
  isMinus: false,
  city: undefined,
  isNice: false,
  joint: 'none',
  years: undefined,
  km: undefined,
  level: undefined,
  clause: 0,
});

export function settleYears(reader: Reader): void {
  const { years } = reader;
  reader.years = undefined;
  if (years && (years.min !== null || years.max !== null)) add(reader, { kind: 'experience', min: years.min, max: years.max });
}

const isJoining = ({ key }: Word) => key !== lexiconKey('plus') && ['or', 'and'].includes(markerOf(key) ?? '');
const longestItem = 4;

/** 'not from A, B or C' */
function isInList({ words, at }: Reader): boolean {
  let item = at;
  for (let next = at; next < words.length && next - item <= longestItem; next += 1) {
    const word = words[next];
    if (!word || (next > at && word.gap === 'stop')) return false;
    if (word.gap === 'comma') item = next;
    if (next > item && isJoining(word)) return true;
  }
  return false;
}

export function endExclusion(reader: Reader, at: number): void {
  const { excludedFrom: from } = reader;
  if (reader.excluded === null && from !== undefined) reader.unknown.push({ from, to: reader.words[at - 1]?.to ?? from });
  reader.excluded = undefined;
  reader.excludedFrom = undefined;
  reader.isMinus = false;
}

function beginExclusion(reader: Reader, from: number): void {
  endExclusion(reader, reader.at);
  reader.excluded = null;
  reader.excludedFrom = from;
  reader.role = 'none';
}

/** Matches 'Amsterdam -Netherlands', but neither 'Moscow - Kazan' nor bulleted lists. */
const minus = /\S[ \t]+-$/;

/** A stop ends all state; a comma ends a "not" outside a list. */
export function enter(reader: Reader, word: Word): void {
  if (minus.test(reader.text.slice(Math.max(0, word.from - 10), word.from))) {
    beginExclusion(reader, word.from - 1);
    reader.isMinus = true;
    return;
  }
  if (word.gap === 'none' || word.gap === 'slash') {
    if (word.gap === 'slash') reader.joint = 'or';
    return;
  }
  reader.joint = 'none';
  reader.clause = reader.slots.length;
  reader.level = undefined;
  // Quotes and brackets separate words but end no "not".
  const isComma = /,|\s[-–—]\s/.test(reader.text.slice(reader.words[reader.at - 1]?.to ?? 0, word.from));
  if (isComma && (reader.excluded === null || (reader.excluded !== undefined && !isInList(reader)))) {
    endExclusion(reader, reader.at);
    reader.role = 'none';
  }
  if (word.gap !== 'stop') return;
  reader.role = 'none';
  endExclusion(reader, reader.at);
  reader.isNice = false;
}

export const isExcluding = (reader: Reader, kind: Slot['kind']) => reader.excluded === null || reader.excluded === kind;

/** An exclusion continues over conditions of one kind. */
export function add(reader: Reader, slot: Slot): void {
  if (reader.excluded === null) reader.excluded = slot.kind;
  else if (reader.excluded !== undefined && reader.excluded !== slot.kind) reader.excluded = undefined;
  const text = JSON.stringify(slot);
  if (!reader.slots.some((known) => JSON.stringify(known) === text)) reader.slots.push(slot);
  reader.joint = 'none';
  if (reader.isMinus) reader.excluded = undefined;
  reader.isMinus = false;
  if (reader.role !== 'with' && slot.kind !== 'company' && slot.kind !== 'place') reader.role = 'none';
}

const roles: Partial<Record<Marker, Role>> = {
  place: 'place',
  employer: 'employer',
  current: 'current',
  from: 'from',
  industry: 'industry',
  with: 'with',
};

const isLast = (reader: Reader, length: number) => {
  const next = reader.words[reader.at + length];
  return next === undefined || next.gap === 'comma' || next.gap === 'stop';
};

/** 'Kafka (nice to have)', 'Kafka - обязательно' */
const isRemark = ({ text, words, at }: Reader) => /^\s*(?:\(|[-–—]\s)$/.test(text.slice(words[at - 1]?.to ?? 0, words[at]?.from ?? 0));

function joinLast(reader: Reader, join: 'nice' | 'all'): void {
  const before = reader.slots.at(-1);
  if (reader.clause === reader.slots.length && before?.kind === 'skill' && !before.isExcluded && isRemark(reader)) before.join = join;
  for (let at = reader.slots.length - 1; at >= reader.clause; at -= 1) {
    const slot = reader.slots[at];
    if (slot?.kind !== 'skill') return;
    if (join === 'nice' || slot.join === 'nice') slot.join = join;
  }
}

export function leaveOver(reader: Reader, length: number): void {
  const [first, last] = [reader.words[reader.at], reader.words[reader.at + length - 1]];
  if (first && last) reader.unknown.push({ from: first.from, to: last.to });
  if (reader.excluded === null) endExclusion(reader, reader.at + length);
}

export function applyMarker(reader: Reader, marker: Marker, length: number): void {
  const isBehind = marker === 'niceBefore' || (marker === 'nice' && isLast(reader, length));
  if (isBehind) joinLast(reader, 'nice');
  else if (marker === 'nice') reader.isNice = true;
  else if (marker === 'exclude') beginExclusion(reader, reader.words[reader.at]?.from ?? 0);
  else if (marker === 'must') {
    if (isLast(reader, length)) joinLast(reader, 'all');
    reader.isNice = false;
    if (reader.excluded !== null) reader.excluded = undefined;
  } else if (marker === 'unsaid') leaveOver(reader, length);
  else if (marker === 'but') {
    endExclusion(reader, reader.at);
    reader.isNice = false;
  } else if (marker === 'or' || marker === 'and') reader.joint = marker;
  const role = roles[marker];
  if (!role) return;
  reader.role = role;
  // 'not from A, with B': a new clause after an exclusion.
  if (reader.excluded !== null) reader.excluded = undefined;
}

function addSkill(reader: Reader, thing: NamedThing): void {
  const { years } = reader;
  const isExcluded = isExcluding(reader, 'skill');
  const before = reader.slots.at(-1);
  const isAlternative = reader.joint === 'or' && before?.kind === 'skill' && !isExcluded;
  if (isAlternative && before.join === 'all') Object.assign(before, { join: 'any', group: reader.slots.length });
  const of = years && !isExcluded && years.min !== null && years.max === null && years.min >= 2 ? years.min : undefined;
  if (of === undefined) settleYears(reader);
  reader.years = undefined;
  const join = reader.isNice ? 'nice' : isAlternative ? before.join : 'all';
  const group = join === 'any' && before?.kind === 'skill' ? before.group : undefined;
  add(reader, {
    kind: 'skill',
    id: thing.id,
    name: thing.name,
    isExcluded,
    join,
    ...(of === undefined ? {} : { years: of }),
    ...(group === undefined ? {} : { group }),
  });
}

export function addThing(reader: Reader, thing: NamedThing): void {
  const { id, name, kind } = thing;
  if (kind === 'skill') return addSkill(reader, thing);
  settleYears(reader);
  if (kind === 'company') {
    const isExcluded = isExcluding(reader, 'company');
    return add(reader, { kind, id, name, isExcluded, isCurrent: reader.role === 'current' });
  }
  if (kind === 'title' || kind === 'industry') return add(reader, { kind, id, name, isExcluded: isExcluding(reader, kind) });
  if (kind === 'language') {
    const isExcluded = isExcluding(reader, kind);
    const isAlternative = reader.joint === 'or' && !isExcluded && reader.slots.at(-1)?.kind === kind;
    return add(reader, { kind, id, name, isExcluded, level: reader.level, ...(isAlternative ? { isAlternative } : {}) });
  }
  const km = kind === 'city' ? reader.km : undefined;
  reader.km = undefined;
  add(reader, { kind: 'place', place: kind, id, name, isExcluded: isExcluding(reader, 'place'), ...(km ? { km } : {}) });
}
