import { borrowedTitle, chooseMention, type Mention, type NameContext } from './choose-mention.ts';
import { factSlots, languageLevelOf, longestFact, longestLevel } from './facts.ts';
import type { Lexicon, NamedThing } from './lexicon.ts';
import { longestMarker, type Marker, markerOf } from './markers.ts';
import { readAge, readDistance, readPay, readYears } from './numbers.ts';
import type { PlainQuery, Slot } from './plain-query.ts';
import {
  add,
  addThing,
  applyMarker,
  endExclusion,
  enter,
  isExcluding,
  leaveOver,
  newReader,
  type Reader,
  settleYears,
} from './reader-state.ts';
import { placeWithin } from './place-within.ts';
import { lexiconKey, phraseKey, type Word, wordsOf } from './words.ts';

const isConjunction = (word: Word) => ['or', 'and'].includes(markerOf(word.key) ?? '');

function longest<T>(words: readonly Word[], at: number, { most, read }: { most: number; read: (key: string) => T | undefined }) {
  for (let length = Math.min(most, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.slice(1).some((word) => word.gap === 'comma' || word.gap === 'stop')) continue;
    const found = read(phraseKey(part));
    if (found !== undefined) return { found, length };
  }
  return undefined;
}

function skip(reader: Reader, length: number): void {
  const end = (reader.words[reader.at]?.from ?? 0) + length;
  while ((reader.words[reader.at]?.from ?? Infinity) < end) reader.at += 1;
}

function takeNumber(reader: Reader, word: Word): boolean {
  const age = readPay(reader.text, word.from) ?? readAge(reader.text, word.from);
  if (age) {
    reader.unknown.push({ from: word.from, to: word.from + age });
    skip(reader, age);
    return true;
  }
  const years = readYears(reader.text, word.from);
  if (years) {
    settleYears(reader);
    reader.years = years;
    skip(reader, years.length);
    if (!years.of) settleYears(reader);
    return true;
  }
  const distance = readDistance(reader.text, word.from);
  if (!distance) return false;
  const before = reader.slots.findLast((slot) => slot.kind === 'place');
  if (!distance.isNext && before?.place === 'city') before.km = distance.km;
  else reader.km = distance.km;
  skip(reader, distance.length);
  return true;
}

/** 'English at level B2', 'английский не ниже B2' */
const between = new Set(['level', 'at', 'уров', 'не', 'ниж', 'на', 'от', 'least', 'min', 'язык', 'and', 'above']);

function behindLinks(words: readonly Word[], at: number): number {
  let behind = at;
  while (between.has(words[behind]?.key ?? '') && words[behind]?.gap !== 'comma') behind += 1;
  return behind;
}

function languageAt({ words }: Reader, at: number, lexicon: Lexicon) {
  return longest(words, at, {
    most: 2,
    read: (key) => lexicon.named(key).find((thing) => thing.kind === 'language' && thing.rarity < 0.6),
  });
}

function takeLanguage(reader: Reader, lexicon: Lexicon): boolean {
  const { words } = reader;
  const first = longest(words, reader.at, { most: longestLevel, read: languageLevelOf });
  let from = reader.at + (first?.length ?? 0);
  if (first) from = behindLinks(words, from);
  const language = languageAt(reader, from, lexicon);
  if (!language) return false;
  if (first) reader.level = first.found;
  let end = from + language.length;
  const behind = behindLinks(words, end);
  const last = longest(words, behind, { most: longestLevel, read: languageLevelOf });
  // 'fluent English, native German'
  const isOwn = last && words[behind]?.gap !== 'stop' && !languageAt(reader, behind + last.length, lexicon) && isNear(words, behind);
  if (isOwn) {
    reader.level = last.found;
    end = behind + last.length;
  }
  addThing(reader, language.found);
  if (isOwn) reader.level = undefined;
  reader.at = end;
  return true;
}

const isNear = (words: readonly Word[], at: number) => words[at]?.gap !== 'comma' || /^[abc][12]\+?$/i.test(words[at]?.text ?? '');

function schoolAt({ words }: Reader, at: number, lexicon: Lexicon) {
  for (let length = Math.min(6, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.slice(1).some((word) => word.gap === 'comma' || word.gap === 'stop')) continue;
    const school = lexicon.school(part.map((word) => word.text).join(' '));
    if (school) return { school, length };
  }
  return undefined;
}

function takeSchool(reader: Reader, found: ReturnType<typeof schoolAt>): boolean {
  if (!found) return false;
  settleYears(reader);
  add(reader, { kind: 'school', ...found.school, isExcluded: isExcluding(reader, 'school') });
  reader.at += found.length;
  return true;
}

const alumni = new Set(
  ['alumni', 'alumnus', 'alumna', 'graduate', 'graduates', 'student', 'students', 'выпускник', 'студент'].map(lexiconKey),
);

function takeSchoolBefore(reader: Reader, lexicon: Lexicon): boolean {
  const { words, at } = reader;
  for (let length = 1; length <= 4; length += 1) {
    const next = words[at + length];
    if (next?.gap !== 'none') return false;
    if (!alumni.has(next.key)) continue;
    const found = schoolAt(reader, at, lexicon);
    return found?.length === length && takeSchool(reader, { ...found, length: length + 1 });
  }
  return false;
}

const industryWords = new Set<Marker>(['industry']);

function contextOf(reader: Reader): NameContext {
  return {
    role: reader.excluded === null && reader.role === 'none' ? 'not' : reader.role,
    isExcluded: reader.excluded !== undefined,
    hasTitle: reader.slots.some((slot) => slot.kind === 'title'),
    isIndustry: (end) => {
      const word = reader.words[end];
      return word?.gap === 'none' && (industryWords.has(markerOf(word.key) ?? 'filler') || word.key === 'background');
    },
  };
}

function skillInTitle(reader: Reader, { thing, length }: Mention, lexicon: Lexicon) {
  if (thing.kind !== 'title' || !thing.isAlias || length < 2) return undefined;
  const part = reader.words.slice(reader.at, reader.at + length);
  const title = lexiconKey(thing.name);
  const said = [phraseKey(part.slice(0, -1)), phraseKey(part.slice(1))].filter((key) => !title.includes(key));
  const skill = said.flatMap((key) => lexicon.named(key)).find((one) => one.kind === 'skill' && one.isTechnology);
  return skill && !title.includes(lexiconKey(skill.name)) ? skill : undefined;
}

/** 'C++ or C# engineer': after a programming language an engineer is a developer. */
function jobMeant(reader: Reader, thing: NamedThing, lexicon: Lexicon): NamedThing {
  const before = reader.slots.at(-1);
  const word = reader.words[reader.at];
  if (thing.kind !== 'title' || !/^(?:engineer|инженер)$/iu.test(thing.name) || before?.kind !== 'skill' || word?.gap !== 'none')
    return thing;
  const isProgrammed = lexicon.named(lexiconKey(before.name)).some((one) => one.id === before.id && one.isProgrammed);
  return (isProgrammed ? lexicon.named(lexiconKey('developer')).find((one) => one.kind === 'title') : undefined) ?? thing;
}

function takeMention(reader: Reader, mention: Mention, lexicon: Lexicon): void {
  const skill = reader.joint === 'or' ? undefined : skillInTitle(reader, mention, lexicon);
  addThing(reader, jobMeant(reader, mention.thing, lexicon));
  if (skill) addThing(reader, skill);
  const said = phraseKey(reader.words.slice(reader.at, reader.at + mention.length));
  reader.at += mention.length;
  const slot = reader.slots.findLast((one) => one.kind === 'place');
  reader.city = mention.thing.kind === 'city' && slot?.id === mention.thing.id ? { slot, key: said, end: reader.at } : undefined;
}

const kindOf = (key: string) => factSlots(key, false)[0]?.kind;

function phraseAt({ words, at }: Reader, isExcluded: (kind: Slot['kind']) => boolean) {
  const marker = longest(words, at, { most: longestMarker, read: markerOf });
  const fact = longest(words, at, {
    most: longestFact,
    read: (key) => {
      const kind = kindOf(key);
      return kind && factSlots(key, isExcluded(kind));
    },
  });
  return { marker, fact };
}

function takeWords(reader: Reader, lexicon: Lexicon, school: { isNext: boolean }): void {
  const { words, at } = reader;
  const mention = chooseMention(words, at, { lexicon, context: contextOf(reader) });
  const { marker, fact } = phraseAt(reader, (kind) => isExcluding(reader, kind));
  const said = Math.max(marker?.length ?? 0, fact?.length ?? 0);
  const isName = mention !== undefined && mention.length > Math.max(1, said);
  // "senior accountant": the level is a condition of its own.
  if (mention && isName && !(fact && mention.thing.isAlias && mention.thing.kind === 'title')) return takeMention(reader, mention, lexicon);
  if (fact && fact.length >= (marker?.length ?? 0)) {
    if (fact.found[0]?.kind !== 'level') settleYears(reader);
    for (const slot of fact.found) add(reader, slot);
    reader.at += fact.length;
    return;
  }
  const borrowed = marker ? undefined : borrowedTitle(words, at, { lexicon, conjunction: isConjunction });
  if (borrowed) return takeMention(reader, borrowed, lexicon);
  if (marker) {
    applyMarker(reader, marker.found, marker.length);
    if (marker.found === 'school' && !schoolAt(reader, at + marker.length, lexicon)) leaveOver(reader, marker.length);
    school.isNext = marker.found === 'school' || (school.isNext && ['and', 'or'].includes(marker.found));
    reader.at += marker.length;
    return;
  }
  if (mention) return takeMention(reader, mention, lexicon);
  const word = words[at];
  if (word) reader.unknown.push({ from: word.from, to: word.to });
  reader.at += 1;
}

function restOf(text: string, unknown: Reader['unknown']): string[] {
  const joined: Reader['unknown'] = [];
  for (const part of unknown.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = joined.at(-1);
    if (last && /^[\s-]*$/.test(text.slice(last.to, part.from))) last.to = Math.max(last.to, part.to);
    else joined.push({ ...part });
  }
  return joined.map(({ from, to }) => text.slice(from, to)).filter((part) => part.length > 1);
}

export const longestRequest = 2_000;

/** Backtracking over runs of blanks would be slow. */
const singleBlanks = (text: string) => text.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));

/** Never throws. */
export function readPlainQuery(text: string, lexicon: Lexicon): PlainQuery {
  const request = singleBlanks(text).slice(0, longestRequest);
  const reader = newReader(request, wordsOf(request));
  const school = { isNext: false };
  let entered = -1;
  while (reader.at < reader.words.length) {
    const word = reader.words[reader.at];
    if (!word) break;
    if (entered !== reader.at) enter(reader, word);
    entered = reader.at;
    if (takeNumber(reader, word) || takeLanguage(reader, lexicon)) continue;
    if (placeWithin(reader, lexicon)) continue;
    if (school.isNext && takeSchool(reader, schoolAt(reader, reader.at, lexicon))) continue;
    if (takeSchoolBefore(reader, lexicon)) continue;
    takeWords(reader, lexicon, school);
  }
  settleYears(reader);
  endExclusion(reader, reader.words.length);
  return { slots: reader.slots, rest: restOf(request, reader.unknown) };
}
