import type { SearchSchema } from '#modules/search/schema.ts';
import { type Growing, growing, missing, type Section, sharedI32, sharedU32 } from './arrays.ts';
import { valuesOf, writeColumn } from './columns.ts';
import { writeDictionary } from './dictionary.ts';
import { formOf } from '#modules/search/text/forms.ts';
import { type Lists, writePostings } from './postings.ts';
import type { EncodedDocument } from './protocol.ts';
import type { Segment, SegmentData, TextPart } from './segment.ts';
import { tokenize } from '#modules/search/text/tokenize.ts';

interface TextBuild {
  at: Growing;
  tokens: Growing;
  words: Map<string, number>;
}

interface ListBuild {
  at: Growing;
  values: Growing;
}

interface PointBuild {
  at: Growing;
  lat: Growing;
  lon: Growing;
}

interface FieldLists {
  terms: [string, ListBuild][];
  numbers: [string, Growing][];
  texts: [string, TextBuild][];
  points: [string, PointBuild][];
}

interface Build {
  ids: Growing;
  owners: Growing;
  standing: Growing;
  terms: Record<string, ListBuild>;
  numbers: Record<string, Growing>;
  texts: Record<string, TextBuild>;
  points: Record<string, PointBuild>;
  /** Id -> its last arrival: a document given twice counts once, as it came last. */
  latest: Map<number, number>;
  /** The same again, to be walked for every document. */
  lists: FieldLists;
}

export interface SegmentBuilder {
  readonly size: number;
  add(document: EncodedDocument): void;
  /** Takes over what is not deleted. */
  addSegment(segment: Segment): void;
  finish(): SegmentData;
}

export function createBuilder(schema: SearchSchema): SegmentBuilder {
  const build = emptyBuild(schema);
  return {
    get size() {
      return build.latest.size;
    },
    add: (document) => addDocument(build, document),
    addSegment: (segment) => addSegment(build, segment),
    finish: () => finish(schema, build),
  };
}

const each = <T>(names: readonly string[], make: () => T): Record<string, T> => Object.fromEntries(names.map((name) => [name, make()]));

function emptyBuild(schema: SearchSchema): Build {
  const terms = each(Object.keys(schema.terms), () => ({ at: growing(), values: growing() }));
  const numbers = each(schema.numbers, growing);
  const texts = each(Object.keys(schema.texts), () => ({ at: growing(), tokens: growing(), words: new Map<string, number>() }));
  const points = each(schema.points, () => ({ at: growing(), lat: growing(), lon: growing() }));
  const lists = {
    terms: Object.entries(terms),
    numbers: Object.entries(numbers),
    texts: Object.entries(texts),
    points: Object.entries(points),
  };
  return { ids: growing(), owners: growing(), standing: growing(), terms, numbers, texts, points, latest: new Map(), lists };
}

function addHead(build: Build, head: { id: number; owner: number; standing: number }): void {
  build.latest.set(head.id, build.ids.length);
  build.ids.push(head.id);
  build.owners.push(head.owner);
  build.standing.push(head.standing);
}

function wordNumber(text: TextBuild, word: string): number {
  const known = text.words.get(word);
  if (known !== undefined) return known;
  const number = text.words.size;
  text.words.set(word, number);
  return number;
}

function addDocument(build: Build, document: EncodedDocument): void {
  addHead(build, document);
  for (const [field, list] of build.lists.terms) {
    list.at.push(list.values.length);
    const values = document.terms[field] ?? [];
    for (let at = 0; at < values.length; at++) if (values.indexOf(values[at]!) === at) list.values.push(values[at]!);
  }
  for (const [field, column] of build.lists.numbers) column.push(document.numbers[field] ?? missing);
  for (const [field, text] of build.lists.texts) {
    text.at.push(text.tokens.length);
    for (const value of document.texts[field] ?? []) {
      for (const word of tokenize(value)) text.tokens.push(wordNumber(text, word) + 1);
      text.tokens.push(0);
    }
  }
  for (const [field, point] of build.lists.points) {
    point.at.push(point.lat.length);
    for (const { lat, lon } of document.points[field] ?? []) {
      point.lat.push(Math.round(lat * 1e6));
      point.lon.push(Math.round(lon * 1e6));
    }
  }
}

function addSegment(build: Build, segment: Segment): void {
  const live: number[] = [];
  for (let document = 0; document < segment.count; document++) {
    if (!segment.deleted?.has(document)) live.push(document);
  }
  for (const document of live) {
    addHead(build, { id: segment.ids[document]!, owner: segment.owners[document]!, standing: segment.standing[document]! });
  }
  for (const [field, list] of Object.entries(build.terms)) {
    const column = segment.terms[field]!.column;
    for (const document of live) {
      list.at.push(list.values.length);
      for (const value of valuesOf(column, document)) list.values.push(value);
    }
  }
  for (const [field, column] of Object.entries(build.numbers)) {
    for (const document of live) column.push(segment.numbers[field]![document]!);
  }
  for (const [field, text] of Object.entries(build.texts)) addTexts(text, segment.texts[field]!, live);
  for (const [field, point] of Object.entries(build.points)) {
    const part = segment.points[field]!;
    for (const document of live) {
      point.at.push(point.lat.length);
      for (let at = part.at[document]!; at < part.at[document + 1]!; at++) {
        point.lat.push(part.lat[at]!);
        point.lon.push(part.lon[at]!);
      }
    }
  }
}

function addTexts(text: TextBuild, part: TextPart, live: readonly number[]): void {
  const renumbered = new Int32Array(part.words.size).fill(-1);
  for (const document of live) {
    text.at.push(text.tokens.length);
    for (let at = part.at[document]!; at < part.at[document + 1]!; at++) {
      const token = part.tokens[at]!;
      if (token > 0 && renumbered[token - 1] === -1) renumbered[token - 1] = wordNumber(text, part.words.word(token - 1));
      text.tokens.push(token === 0 ? 0 : renumbered[token - 1]! + 1);
    }
  }
}

/** Arrivals in the order of the finished segment: standing down, id up. Packed in one double each, so that the native sort does it. */
function orderOf(build: Build): Uint32Array {
  const keys = new Float64Array(build.latest.size);
  let next = 0;
  for (const [id, arrival] of build.latest) keys[next++] = (65_535 - build.standing.at(arrival)) * 2 ** 31 + id;
  keys.sort();
  return Uint32Array.from(keys, (key) => build.latest.get(key % 2 ** 31) ?? 0);
}

/** The lists of the arrivals put into the order. */
function arranged(order: Uint32Array, starts: Growing, values: Growing): { at: Uint32Array; values: Uint32Array } {
  const raw = values.view();
  const end = (arrival: number): number => (arrival + 1 < starts.length ? starts.at(arrival + 1) : raw.length);
  const at = new Uint32Array(order.length + 1);
  order.forEach((arrival, index) => {
    at[index + 1] = at[index]! + end(arrival) - starts.at(arrival);
  });
  const out = new Uint32Array(at[order.length]!);
  order.forEach((arrival, index) => out.set(raw.subarray(starts.at(arrival), end(arrival)), at[index]));
  return { at, values: out };
}

function finish(schema: SearchSchema, build: Build): SegmentData {
  const order = orderOf(build);
  const pick = (column: Growing): Int32Array => Int32Array.from(order, (arrival) => column.at(arrival));
  const ids = pick(build.ids);
  const sections: Record<string, Section> = {
    ids: sharedU32(ids),
    owners: sharedU32(pick(build.owners)),
    byId: sharedU32(Uint32Array.from(ids.keys()).toSorted((a, b) => ids[a]! - ids[b]!)),
  };
  const standing = new Uint16Array(new SharedArrayBuffer(order.length * 2));
  standing.set(pick(build.standing));
  sections['standing'] = standing;
  for (const [field, list] of Object.entries(build.terms)) writeTerms(`t.${field}`, arranged(order, list.at, list.values), sections);
  for (const [field, column] of Object.entries(build.numbers)) sections[`n.${field}`] = sharedI32(pick(column));
  for (const [field, text] of Object.entries(build.texts)) {
    writeText(
      { name: `x.${field}`, form: schema.texts[field]!.form, words: [...text.words.keys()] },
      arranged(order, text.at, text.tokens),
      sections,
    );
  }
  for (const [field, point] of Object.entries(build.points)) {
    const lat = arranged(order, point.at, point.lat);
    sections[`p.${field}.at`] = sharedU32(lat.at);
    sections[`p.${field}.lat`] = sharedI32(lat.values);
    sections[`p.${field}.lon`] = sharedI32(arranged(order, point.at, point.lon).values);
  }
  return { count: order.length, sections };
}

function writeTerms(name: string, lists: { at: Uint32Array; values: Uint32Array }, sections: Record<string, Section>): void {
  const keys = Uint32Array.from(new Set(lists.values)).toSorted();
  const places = new Map(Array.from(keys, (value, place) => [value, place]));
  writeColumn(name, lists, sections);
  sections[`${name}.keys`] = sharedU32(keys);
  writePostings(name, { lists, size: keys.length, key: (value) => places.get(value) ?? -1 }, sections);
}

function writeText(
  text: { name: string; form: 'stem' | 'name'; words: string[] },
  lists: { at: Uint32Array; values: Uint32Array },
  sections: Record<string, Section>,
): void {
  const { name, form, words } = text;
  const sorted = words.toSorted();
  const places = new Map(sorted.map((word, place) => [word, place]));
  const placeOf = Uint32Array.from(words, (word) => places.get(word) ?? 0);
  const forms = sorted.map((word) => formOf(form, word));
  const sortedForms = [...new Set(forms)].toSorted();
  const formPlaces = new Map(sortedForms.map((word, place) => [word, place]));
  const formNumbers = Uint32Array.from(forms, (word) => formPlaces.get(word) ?? 0);
  const tokens = lists.values.map((token) => (token === 0 ? 0 : placeOf[token - 1]! + 1));
  const arrangedLists: Lists = { at: lists.at, values: tokens };
  writeDictionary(`${name}.words`, sorted, sections);
  writeDictionary(`${name}.forms`, sortedForms, sections);
  writePostings(`${name}.words`, { lists: arrangedLists, size: sorted.length, key: (token) => token - 1 }, sections);
  writePostings(
    `${name}.forms`,
    { lists: arrangedLists, size: sortedForms.length, key: (token) => (token === 0 ? -1 : formNumbers[token - 1]!) },
    sections,
  );
  sections[`${name}.formOf`] = sharedU32(formNumbers);
  sections[`${name}.tokensAt`] = sharedU32(lists.at);
  sections[`${name}.tokens`] = sharedU32(tokens);
}
