import { createLru } from '../../lru.ts';
import { givenNameKey, relatedNameKeys } from '../../names/given-names.ts';
import { otherReadings, personNameKey } from '../../names/person-name-key.ts';
import { soundKey } from '../../names/sound-key.ts';
import { tokenize } from '../../text/tokenize.ts';
import { isWithin } from './edit-distance.ts';
import { isOtherGivenName } from './more-given-names.ts';

export interface NameFacts {
  givenNames: readonly string[];
  last: readonly string[];
  patronymic: string;
  suffix: string;
}

interface NameInput {
  first_name: string;
  last_name: string;
  patronymic?: string | null | undefined;
  name_latin?: string | null | undefined;
}

const most = 4;
const suffixes: Readonly<Record<string, string>> = {
  jr: 'junior', junior: 'junior', младший: 'junior', мл: 'junior', sr: 'senior', senior: 'senior', старший: 'senior', ст: 'senior', ii: '2', iii: '3', iv: '4',
}; // prettier-ignore
const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'phd', 'mba', 'prof']);
const patronymicEnding = /(?:вич|вна|ична|vich|vna|wicz|ichna)$/;

const known = { givenNames: createLru<string, string>(100_000), last: createLru<string, readonly string[]>(200_000) };

function cached<T>(cache: { get(key: string): T | undefined; set(key: string, value: T): void }, word: string, make: () => T): T {
  const before = cache.get(word);
  if (before !== undefined) return before;
  const made = make();
  cache.set(word, made);
  return made;
}

const givenKey = (word: string) => cached(known.givenNames, word, () => personNameKey(word));

/** Иванова as Иванов, Достоевская as Достоевский. */
const withoutGender = (key: string) => key.replace(/sk(?:aYa|aia|a)$/, 'ski').replace(/(?<=..(?:[oe]v|in))a$/, '');

const lastKeys = (text: string): readonly string[] =>
  cached(known.last, text, () => {
    const words = [...tokenize(text), ...otherReadings(text)].filter((word) => word.length > 1);
    return [...new Set(words.map((word) => withoutGender(soundKey(word))))].slice(0, most);
  });

const isKnown = (key: string) => givenNameKey(key) !== undefined || relatedNameKeys(key).length > 0 || isOtherGivenName(key);
const isKnownGiven = (text: string) => {
  const words = tokenize(text);
  return words.length === 1 && isKnown(givenKey(words[0] ?? ''));
};

const inOrder = (input: NameInput): NameInput =>
  isKnownGiven(input.last_name) && !isKnownGiven(input.first_name) && tokenize(input.first_name).length === 1 && input.first_name.length > 2
    ? { ...input, first_name: input.last_name, last_name: input.first_name }
    : input;

/** Detects a patronymic among given names, and a full name in one field. */
export function nameFactsOf(input: NameInput): NameFacts {
  const { first_name: first, last_name: last, patronymic, name_latin: latin } = inOrder(input);
  const whole = first === '' && last === '' ? (latin ?? '') : first;
  const words = tokenize(whole).filter((word) => !titles.has(word));
  const lastWords = tokenize(last);
  const suffix = [...words, ...lastWords].map((word) => suffixes[word]).find((found) => found !== undefined) ?? '';
  const plain = words.filter((word) => !suffixes[word]);
  const lastText = lastWords.filter((word) => !suffixes[word]).length > 0 ? last : plain.length > 1 ? (plain.pop() ?? '') : '';
  const father = plain.length > 1 ? plain.findIndex((word, index) => index > 0 && patronymicEnding.test(word)) : -1;
  const [spoken = ''] = father > 0 ? plain.splice(father, 1) : tokenize(patronymic ?? '');
  return {
    givenNames: [...new Set(plain.map(givenKey))].slice(0, most),
    last: lastKeys(lastText).filter((key) => !suffixes[key]),
    patronymic: soundKey(spoken),
    suffix,
  };
}

export type GivenLikeness = 'same' | 'related' | 'close' | 'initial' | 'missing' | 'different';
export type LastLikeness = 'same' | 'close' | 'initial' | 'missing' | 'different';

const anyPair = (left: readonly string[], right: readonly string[], test: (one: string, other: string) => boolean) =>
  left.some((one) => right.some((other) => test(one, other)));
const isInitialOf = (one: string, other: string) =>
  (one.length === 1 || other.length === 1) && one[0]?.toLowerCase() === other[0]?.toLowerCase();
const isSlip = (one: string, other: string) => {
  const length = Math.min(one.length, other.length);
  return length >= 4 && isWithin(one, other, length >= 8 ? 2 : 1);
};
const areShortsOfOne = (one: string, other: string) => relatedNameKeys(one).some((name) => relatedNameKeys(other).includes(name));

export function compareGiven(left: readonly string[], right: readonly string[]): GivenLikeness {
  if (left.length === 0 || right.length === 0) return 'missing';
  if (anyPair(left, right, (one, other) => one === other && one.length > 1)) return 'same';
  if (
    anyPair(
      left,
      right,
      (one, other) => relatedNameKeys(one).includes(other) || (one.length < 6 && other.length < 6 && areShortsOfOne(one, other)),
    )
  )
    return 'related';
  if (anyPair(left, right, isInitialOf)) return 'initial';
  // Marina and Karina are two names; Aleskandr is a typo.
  return anyPair(left, right, (one, other) => !(isKnown(one) && isKnown(other)) && isSlip(one, other)) ? 'close' : 'different';
}

export function compareLast(left: readonly string[], right: readonly string[]): LastLikeness {
  if (left.length === 0 || right.length === 0) return 'missing';
  if (anyPair(left, right, (one, other) => one === other)) return 'same';
  if (anyPair(left, right, isInitialOf)) return 'initial';
  return anyPair(left, right, isSlip) ? 'close' : 'different';
}

/** True if the given or the last names differ by more than spelling, script, short forms and initials. */
export function areOtherNames(one: NameInput, other: NameInput): boolean {
  const [left, right] = [nameFactsOf(one), nameFactsOf(other)];
  return compareGiven(left.givenNames, right.givenNames) === 'different' || compareLast(left.last, right.last) === 'different';
}
