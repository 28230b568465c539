import { matchKey } from '@headwater/reference/matchKey';

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

/** Beginnings of words of every spelling, sorted; parallel arrays, as an object each would cost ten times as much. */
export interface AliasIndex {
  keys: string[];
  items: Uint32Array;
  spellings: string[];
  /** 0: the name begins so, 1: another spelling does, 2: a word inside. */
  places: Uint8Array;
  all: readonly Item[];
  /** Answers of short beginnings, which span much of the index. */
  kept: Map<string, number[]>;
}

/** Where a word begins inside a spelling, the whole first. */
function startsOf(spelling: string): string[] {
  const starts = [spelling];
  for (const found of spelling.matchAll(/[\s\-/(]+(?=[\p{L}\p{N}.])/gu)) starts.push(spelling.slice(found.index + found[0].length));
  return starts.slice(0, 6);
}

const keysOf = (spelling: string) => [...new Set(startsOf(spelling).map(matchKey))].filter((key) => key !== '');

export function createAliasIndex(all: readonly Item[]): AliasIndex {
  const rows: { key: string; item: number; spelling: string; place: number }[] = [];
  for (const [item, { name, nameRu, spellings }] of all.entries()) {
    for (const spelling of spellings) {
      const first = spelling === name || spelling === nameRu ? 0 : 1;
      rows.push(...keysOf(spelling).map((key, word) => ({ key, item, spelling, place: word === 0 ? first : 2 })));
    }
  }
  rows.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : left.item - right.item));
  return {
    keys: rows.map((row) => row.key),
    items: Uint32Array.from(rows, (row) => row.item),
    spellings: rows.map((row) => row.spelling),
    places: Uint8Array.from(rows, (row) => row.place),
    all,
    kept: new Map(),
  };
}

/** The first row whose key is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const wide = 2_000;

/** Whole matches first, then where the name begins so, another spelling, a word inside; equals by how well known they are. */
function compareRows(index: AliasIndex, prefix: string, [left, right]: readonly [number, number]): number {
  const whole = Number(index.keys[right] === prefix) - Number(index.keys[left] === prefix);
  return whole || (index.places[left] ?? 0) - (index.places[right] ?? 0) || (index.items[left] ?? 0) - (index.items[right] ?? 0);
}

/** Rows that begin so, one an item, the best `limit` of them. */
function rowsOf(index: AliasIndex, prefix: string, limit: number): number[] {
  const from = lowerBound(index.keys, prefix);
  const to = lowerBound(index.keys, `${prefix}\uffff`);
  const kept = to - from > wide ? index.kept.get(prefix) : undefined;
  if (kept && kept.length >= limit) return kept.slice(0, limit);
  const best = new Map<number, number>();
  for (let row = from; row < to; row += 1) {
    const item = index.items[row] ?? 0;
    const held = best.get(item);
    if (held === undefined || compareRows(index, prefix, [row, held]) < 0) best.set(item, row);
  }
  const rows = [...best.values()].toSorted((left, right) => compareRows(index, prefix, [left, right]));
  if (to - from > wide && index.kept.size < 5_000) index.kept.set(prefix, rows.slice(0, 100));
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

/** Items with a word that begins so; where they are few, also those one mistake away. */
export function findByBeginning(index: AliasIndex, text: string, limit: number): Found[] {
  const prefix = matchKey(text);
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
  return rows.slice(0, limit).flatMap((row) => {
    const item = index.all[index.items[row] ?? 0];
    return item ? [{ item, word: index.spellings[row] ?? item.name }] : [];
  });
}
