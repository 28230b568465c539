import type { Lexicon, NamedThing } from './lexicon.ts';
import { markerOf } from './markers.ts';
import type { Reader } from './reader-state.ts';
import { phraseKey, type Word } from './words.ts';

const places = new Set(['country', 'area', 'city', 'region']);

const isListed = (words: readonly Word[], at: number, lexicon: Lexicon) =>
  ['or', 'and'].includes(markerOf(words[at]?.key ?? '') ?? '') &&
  [1, 2].some((length) => lexicon.named(phraseKey(words.slice(at + 1, at + 1 + length))).some(({ kind }) => places.has(kind)));

const cityIn = (cities: readonly NamedThing[], { kind, id }: NamedThing) =>
  cities
    .filter((city) => city.kind === 'city' && (kind === 'region' ? city.region === id : city.region?.startsWith(`${id}.`)))
    .toSorted((one, other) => one.rarity - other.rarity)[0];

/** 'MA' and 'TX' in upper case only; 'OR' and 'IN' between commas only. */
const isCode = (words: readonly Word[]) => words.length === 1 && words[0]?.text.length === 2;
const mayBeCode = ([word]: readonly Word[], next: Word | undefined) =>
  word !== undefined &&
  /^[A-Z]{2}$/.test(word.text) &&
  (markerOf(word.key) === undefined || (word.gap === 'comma' && (next === undefined || next.gap === 'comma' || next.gap === 'stop')));

/**
 * 'London, Ontario', 'Cambridge MA': the second place selects the city and is no condition.
 * 'Amsterdam, New York' are two.
 */
export function placeWithin(reader: Reader, lexicon: Lexicon): boolean {
  const { city, words, at } = reader;
  if (city?.end !== at || reader.excluded === null || words[at]?.gap === 'stop' || words[at]?.gap === 'slash') return false;
  const cities = lexicon.named(city.key);
  for (let length = 3; length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.length < length || part.slice(1).some((word) => word.gap !== 'none') || isListed(words, at + length, lexicon)) continue;
    if (isCode(part) && !mayBeCode(part, words[at + length])) continue;
    const named = lexicon.named(phraseKey(part));
    if (named.some((thing) => thing.kind === 'city' && thing.rarity < 0.3)) continue;
    const found = named
      .filter((thing) => thing.kind === 'region' || thing.kind === 'country')
      .map((thing) => cityIn(cities, thing))
      .find((one) => one !== undefined);
    if (!found) continue;
    Object.assign(city.slot, { id: found.id, name: found.name });
    reader.at += length;
    return true;
  }
  return false;
}
