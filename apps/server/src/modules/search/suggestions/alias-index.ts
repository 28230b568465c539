import { createLru, type Lru } from '@headwater/domain/lru';
import { normalizeName } from '@headwater/reference/normalize-name';

export interface Item {
  id: string;
  name: string;
  nameRu: string | null;
  spellings: readonly string[];
  isCity: boolean;
}

export interface Found {
  item: Item;
  word: string;
}

/** Concatenated UTF-8; text `n` ends at `ends[n]`. Takes a tenth of the memory of strings. */
interface Texts {
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
}

/** Sorted by bytes, in parallel arrays. */
export interface PackedIndex {
  keys: Texts;
  items: Uint32Array<ArrayBuffer>;
  spellings: Uint16Array<ArrayBuffer>;
  /** 0: the name starts with the key, 1: another spelling does, 2: a later word does. */
  places: Uint8Array<ArrayBuffer>;
  /** Parsed only for shown items. */
  all: Texts;
}

export interface AliasIndex extends PackedIndex {
  /** Results of short prefixes, which match many rows. */
  cache: Lru<string, number[]>;
}

function packTexts(texts: readonly string[], encoding: 'utf8' | 'latin1' = 'utf8'): Texts {
  const parts = texts.map((text) => Buffer.from(text, encoding));
  const ends = new Uint32Array(parts.length);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const [at, part] of parts.entries()) {
    bytes.set(part, end);
    end += part.length;
    ends[at] = end;
  }
  return { bytes, ends };
}

const startOf = ({ ends }: Texts, at: number) => (at === 0 ? 0 : (ends[at - 1] ?? 0));
const lengthOf = (texts: Texts, at: number) => (texts.ends[at] ?? 0) - startOf(texts, at);

/** The spelling from each of its words on, the whole first. */
function startsOf(spelling: string): string[] {
  const starts = [spelling];
  for (const found of spelling.matchAll(/[\s\-/(]+(?=[\p{L}\p{N}.])/gu)) starts.push(spelling.slice(found.index + found[0].length));
  return starts.slice(0, 6);
}

const keysOf = (spelling: string) => [...new Set(startsOf(spelling).map(normalizeName))].filter((key) => key !== '');

/** One character per byte, so that string comparison compares bytes. */
const utf8Of = (key: string) => Buffer.from(key, 'utf8').toString('latin1');

export function packIndex(all: readonly Item[]): PackedIndex {
  const rows: { key: string; item: number; spelling: number; place: number }[] = [];
  for (const [item, { name, nameRu, spellings }] of all.entries()) {
    for (const [spelling, text] of spellings.entries()) {
      const first = text === name || text === nameRu ? 0 : 1;
      rows.push(...keysOf(text).map((key, word) => ({ key: utf8Of(key), item, spelling, place: word === 0 ? first : 2 })));
    }
  }
  rows.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : left.item - right.item));
  return {
    keys: packTexts(
      rows.map((row) => row.key),
      'latin1',
    ),
    items: Uint32Array.from(rows, (row) => row.item),
    spellings: Uint16Array.from(rows, (row) => row.spelling),
    places: Uint8Array.from(rows, (row) => row.place),
    all: packTexts(all.map((item) => JSON.stringify(item))),
  };
}

export const openIndex = (packed: PackedIndex): AliasIndex => ({ ...packed, cache: createLru(5_000) });

export const createAliasIndex = (all: readonly Item[]): AliasIndex => openIndex(packIndex(all));

function itemAt({ all }: AliasIndex, at: number): Item {
  return JSON.parse(Buffer.from(all.bytes.buffer, startOf(all, at), lengthOf(all, at)).toString('utf8')) as Item;
}

/** With `orBegins`, keys that start with `key` count as below. */
function isBelow(keys: Texts, at: number, { key, orBegins }: { key: Uint8Array; orBegins: boolean }): boolean {
  const start = startOf(keys, at);
  const length = lengthOf(keys, at);
  const shared = Math.min(length, key.length);
  for (let offset = 0; offset < shared; offset += 1) {
    const difference = (keys.bytes[start + offset] ?? 0) - (key[offset] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return length < key.length || orBegins;
}

function boundOf(keys: Texts, target: { key: Uint8Array; orBegins: boolean }): number {
  let low = 0;
  let high = keys.ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(keys, middle, target)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const wide = 2_000;

/** Order: whole match, match in the name, in another spelling, in a later word; then popularity. */
function compareRows(index: AliasIndex, length: number, [left, right]: readonly [number, number]): number {
  const whole = Number(lengthOf(index.keys, right) === length) - Number(lengthOf(index.keys, left) === length);
  return whole || (index.places[left] ?? 0) - (index.places[right] ?? 0) || (index.items[left] ?? 0) - (index.items[right] ?? 0);
}

/** One row per item. */
function rowsOf(index: AliasIndex, prefix: string, limit: number): number[] {
  const key = Buffer.from(prefix, 'utf8');
  const from = boundOf(index.keys, { key, orBegins: false });
  const to = boundOf(index.keys, { key, orBegins: true });
  const cached = to - from > wide ? index.cache.get(prefix) : undefined;
  if (cached && cached.length >= limit) return cached.slice(0, limit);
  const best = new Map<number, number>();
  for (let row = from; row < to; row += 1) {
    const item = index.items[row] ?? 0;
    const bestRow = best.get(item);
    if (bestRow === undefined || compareRows(index, key.length, [row, bestRow]) < 0) best.set(item, row);
  }
  const rows = [...best.values()].toSorted((left, right) => compareRows(index, key.length, [left, right]));
  if (to - from > wide) index.cache.set(prefix, rows.slice(0, 100));
  return rows.slice(0, limit);
}

const latin = 'abcdefghijklmnopqrstuvwxyz';
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';

/** One typo after the first character, which is fixed to limit the candidates. */
function* oneEdit(text: string): Generator<string> {
  const letters = /[а-я]/.test(text) ? cyrillic : latin;
  for (let at = 1; at < text.length; at += 1) {
    const head = text.slice(0, at);
    const tail = text.slice(at);
    yield head + tail.slice(1);
    if (tail.length > 1) yield head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2);
    for (const letter of letters) {
      yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}

const shortestForTypos = 4;
const longestForTypos = 30;

function present(index: AliasIndex, rows: readonly number[]): Found[] {
  return rows.map((row) => {
    const item = itemAt(index, index.items[row] ?? 0);
    return { item, word: item.spellings[index.spellings[row] ?? 0] ?? item.name };
  });
}

export function findWritten(index: AliasIndex, text: string, limit: number): Found[] {
  const prefix = normalizeName(text);
  return prefix === '' ? [] : present(index, rowsOf(index, prefix, limit));
}

/** Falls back to items with one typo if none match. */
export function findByBeginning(index: AliasIndex, text: string, limit: number): Found[] {
  const prefix = normalizeName(text);
  if (prefix === '') return [];
  const rows = rowsOf(index, prefix, limit);
  const seen = new Set(rows.map((row) => index.items[row]));
  if (rows.length === 0 && prefix.length >= shortestForTypos && prefix.length <= longestForTypos) {
    for (const row of [...oneEdit(prefix)].flatMap((guess) => rowsOf(index, guess, limit))) {
      if (seen.has(index.items[row])) continue;
      seen.add(index.items[row]);
      rows.push(row);
    }
    rows.sort((left, right) => (index.items[left] ?? 0) - (index.items[right] ?? 0));
  }
  return present(index, rows.slice(0, limit));
}
