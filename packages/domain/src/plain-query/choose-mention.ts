import type { Lexicon, NamedThing, NameKind } from './lexicon.ts';
import { markerOf } from './markers.ts';
import { phraseKey, type Word } from './words.ts';

export type Role = 'place' | 'employer' | 'current' | 'from' | 'industry' | 'with' | 'not' | 'none';

export interface Mention {
  thing: NamedThing;
  length: number;
}

export interface NameContext {
  role: Role;
  isExcluded: boolean;
  hasTitle: boolean;
  isIndustry: (end: number) => boolean;
}

const longestName = 6;

const preference: Record<Role, readonly NameKind[]> = {
  place: ['country', 'area', 'city', 'region', 'industry', 'skill', 'title', 'company'],
  employer: ['company', 'industry', 'country', 'city', 'region', 'area', 'skill', 'title'],
  current: ['company', 'industry', 'country', 'city', 'region', 'area', 'skill', 'title'],
  from: ['country', 'area', 'city', 'region', 'company', 'industry', 'skill', 'title'],
  industry: ['industry', 'skill', 'company', 'title', 'country', 'city', 'area', 'region'],
  with: ['skill', 'industry', 'title', 'country', 'area', 'city', 'region', 'company'],
  // 'not Swift', 'without Oracle': a skill, unless a word marks a place or an employer.
  not: ['skill', 'country', 'area', 'city', 'region', 'company', 'industry', 'title'],
  none: ['title', 'skill', 'country', 'area', 'city', 'region', 'company', 'industry'],
};

/** Function words like 'and in' can coincide with a name. */
const isFunctional = (word: Word) => markerOf(word.key) !== undefined;
const isCapital = (text: string) => /^\p{Lu}/u.test(text);
const isWritten = (words: readonly Word[]) => words.every((word) => isCapital(word.text) || /^\d/.test(word.text));

function bound(kind: NameKind, context: NameContext, words: readonly Word[]): number {
  const isLed = isLedToPlace(context);
  if (kind === 'city') return isLed ? (isWritten(words) ? 1 : 0.6) : isWritten(words) ? 0.75 : 0.3;
  if (kind === 'company') return isLed ? 1 : isWritten(words) ? 0.05 : 0.01;
  if (kind === 'region') return isLed || words.length > 1 ? 1 : isWritten(words) ? 0.5 : (words[0]?.text.length ?? 0) > 4 ? 0.3 : 0;
  if (kind === 'title') return words.length > 1 ? 1 : 0.7;
  return 1;
}

/**
 * Single characters count in upper case (C, R), short lower-case words if they are no alias (go).
 */
function isPlausible(thing: NamedThing, words: readonly Word[], context: NameContext): boolean {
  const [word] = words;
  const isShort = words.length === 1 && (word?.text.length ?? 0) <= 1;
  if (isShort && !isCapital(word?.text ?? '')) return false;
  if (words.length === 1 && (word?.text.length ?? 0) === 2 && thing.isAlias && !/^\p{Lu}+$/u.test(word?.text ?? '')) return false;
  return thing.rarity <= bound(thing.kind, context, words);
}

const sameLetters = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/** 'Maria Garcia' and 'Иванов' are people, though García and Иваново are towns. */
function isPerson(words: readonly Word[], at: number, { thing, lexicon }: { thing: NamedThing; lexicon: Lexicon }): boolean {
  const word = words[at];
  const name = word && lexicon.personName(word.text);
  if (!word || !name) return false;
  if (sameLetters(thing.spelling ?? thing.name) !== sameLetters(word.text)) return true;
  const [before, after] = [word.gap === 'none' ? words[at - 1] : undefined, words[at + 1]?.gap === 'none' ? words[at + 1] : undefined];
  return [before, after].some((other) => {
    const beside = other && isCapital(other.text) ? lexicon.personName(other.text) : undefined;
    return beside !== undefined && beside !== name;
  });
}

const isLedToPlace = ({ role, isExcluded }: NameContext) => isExcluded || (role !== 'none' && role !== 'with' && role !== 'industry');

function rankOf(thing: NamedThing, context: NameContext, isIndustry: boolean): number {
  if (isIndustry && thing.kind === 'industry') return -1;
  if (thing.kind === 'industry' && thing.rarity === 0 && context.role !== 'employer') return 0.5;
  if (thing.kind === 'title' && context.role === 'none' && context.hasTitle && thing.isAlias) return 1.5;
  // 'not Meta' is the employer, though the skill Facebook has that alias.
  if (context.role === 'not' && thing.kind === 'skill' && thing.isAlias && thing.rarity > 0 && !thing.isTechnology) return 5.5;
  // 'not in Spring' is the town, though 'in Spring' may be the framework.
  const behind = context.role === 'place' && context.isExcluded ? 2.5 : 3;
  const isTown = thing.kind === 'city' && (thing.rarity > 0.5 || (thing.isAlias && thing.rarity > 0.3));
  return preference[context.role].indexOf(thing.kind) + (isTown ? behind : 0);
}

export function chooseMention(
  words: readonly Word[],
  at: number,
  { lexicon, context }: { lexicon: Lexicon; context: NameContext },
): Mention | undefined {
  for (let length = Math.min(longestName, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.slice(1).some((word) => word.gap === 'comma' || word.gap === 'stop') || (length > 1 && part.every(isFunctional))) continue;
    const mayBePerson = length === 1 && !isLedToPlace(context);
    const fitting = lexicon
      .named(phraseKey(part))
      .filter((thing) => thing.kind !== 'language' && isPlausible(thing, part, context))
      .filter((thing) => !(mayBePerson && (thing.kind === 'city' || thing.kind === 'region') && isPerson(words, at, { thing, lexicon })));
    const isIndustry = context.isIndustry(at + length);
    const [best] = fitting.toSorted(
      (left, right) => rankOf(left, context, isIndustry) - rankOf(right, context, isIndustry) || left.rarity - right.rarity,
    );
    if (best) return { thing: best, length };
  }
  return undefined;
}

/** 'frontend or backend developer': the first word borrows the noun of the next title. */
export function borrowedTitle(
  words: readonly Word[],
  at: number,
  { lexicon, conjunction }: { lexicon: Lexicon; conjunction: (word: Word) => boolean },
): Mention | undefined {
  for (let length = 1; length <= 2; length += 1) {
    const next = words[at + length];
    if (!next || words.slice(at + 1, at + length).some((word) => word.gap !== 'none')) return undefined;
    const from = conjunction(next) ? at + length + 1 : next.gap === 'slash' || next.gap === 'comma' ? at + length : undefined;
    const head = from === undefined ? undefined : headOf(words, from, { lexicon, conjunction });
    const found = head && lexicon.named(phraseKey(words.slice(at, at + length)) + head.key).find((thing) => thing.kind === 'title');
    if (found) return { thing: found, length };
  }
  return undefined;
}

/** Bounds the search ahead: 'frontend/backend/fullstack developer'. */
const mostSharing = 8;

interface Reading {
  lexicon: Lexicon;
  conjunction(word: Word): boolean;
  sharing?: number;
}

function headOf(words: readonly Word[], at: number, reading: Reading): Word | undefined {
  const { sharing = mostSharing } = reading;
  if (sharing === 0) return undefined;
  for (let length = 4; length > 1; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.length < length || part.slice(1).some((word) => word.gap === 'comma' || word.gap === 'stop')) continue;
    if (reading.lexicon.named(phraseKey(part)).some((thing) => thing.kind === 'title')) return part.at(-1);
  }
  const next = words[at + 1];
  if (!next || !(reading.conjunction(next) || next.gap === 'slash')) return undefined;
  return headOf(words, reading.conjunction(next) ? at + 2 : at + 1, { ...reading, sharing: sharing - 1 });
}
