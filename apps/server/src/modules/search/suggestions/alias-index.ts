import { createLru, type Lru } from '@headwater/domain/lru';
import { normalizeName } from '@headwater/reference/normalize-name';

/** One thing that can be suggested; earlier items are the better known ones. */
export interface Item {
  id: string;
  name: string;
  nameRu: string | null;
  spellings: readonly string[];
  isCity: boolean;
}

export interface Found {
  item: Item;
  /** The spelling that begins so. */
  word: string;
}

/** Texts one behind the other as UTF-8; text `n` ends at `ends[n]`. Bytes cost a tenth of what as many strings do, and move between threads. */
export interface Texts {
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
}

/** Beginnings of words of every spelling, sorted by their bytes, in parallel arrays. */
export interface PackedIndex {
  keys: Texts;
  items: Uint32Array<ArrayBuffer>;
  /** Which spelling of its item. */
  spellings: Uint16Array<ArrayBuffer>;
  /** 0: the name begins so, 1: another spelling does, 2: a word inside. */
  places: Uint8Array<ArrayBuffer>;
  /** Items as JSON: only the few that are shown are read. */
  all: Texts;
}

export interface AliasIndex extends PackedIndex {
  /** Answers of short beginnings, which span much of the index. */
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

/** Where a word begins inside a spelling, the whole first. */
function startsOf(spelling: string): string[] {
  const starts = [spelling];
  for (const found of spelling.matchAll(/[\s\-/(]+(?=[\p{L}\p{N}.])/gu)) starts.push(spelling.slice(found.index + found[0].length));
  return starts.slice(0, 6);
}

const keysOf = (spelling: string) => [...new Set(startsOf(spelling).map(normalizeName))].filter((key) => key !== '');

/** A character a byte, so that comparing strings compares bytes. */
const utf8Of = (key: string) => Buffer.from(key, 'utf8').toString('latin1');

/** What can be handed to another thread and searched there. */
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

/** Whether key `at` sorts below `key`; with `beginning`, keys that begin so do not count as above it. */
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

/** The first row whose key is not below `key`, or, with `orBegins`, neither begins so. */
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

/** Whole matches first, then where the name begins so, another spelling, a word inside; equals by how well known they are. */
function compareRows(index: AliasIndex, length: number, [left, right]: readonly [number, number]): number {
  const whole = Number(lengthOf(index.keys, right) === length) - Number(lengthOf(index.keys, left) === length);
  return whole || (index.places[left] ?? 0) - (index.places[right] ?? 0) || (index.items[left] ?? 0) - (index.items[right] ?? 0);
}

/** Rows that begin so, one an item, the best `limit` of them. */
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

/** Every text one mistake away, the first letter kept: people get that right, and it bounds the work. */
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

/** Items with a word that begins so, and no others. */
export function findWritten(index: AliasIndex, text: string, limit: number): Found[] {
  const prefix = normalizeName(text);
  return prefix === '' ? [] : present(index, rowsOf(index, prefix, limit));
}

/** Items with a word that begins so; where there are none, those one mistake away. */
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
