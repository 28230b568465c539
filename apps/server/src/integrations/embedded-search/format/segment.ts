import { createLru, type Lru } from '@headwater/domain/lru';
import type { SearchSchema } from '#modules/search/schema.ts';
import type { Section } from './typed-arrays.ts';
import { type HashedValues, readHashedValues } from './hashed-values.ts';
import { hashedFields } from './field-layout.ts';
import { readTokens, type Tokens } from './token-streams.ts';
import { type Arena, andNot, type Bitmap, bitmapOf, fullBitmap } from './bitmaps.ts';
import { type Column, readColumn } from './columns.ts';
import { type ValueSets, readValueSets } from './value-sets.ts';
import { type Dictionary, readDictionary } from './term-dictionary.ts';
import { createKeptHits, type KeptHits } from './kept-hits.ts';
import { type Bigrams, readBigrams } from './bigrams.ts';
import { type Postings, readPostings } from './posting-lists.ts';

/**
 * Immutable documents, numbered by static rank (highest first), then by id. All arrays are shared
 * memory, so that threads and files use them without conversion.
 */
export interface SegmentData {
  count: number;
  sections: Record<string, Section>;
}

export interface TermPart {
  /** Empty if no facet counts the field, or value sets count it. */
  column: Column;
  /** Present values, ascending: the index is the key in the postings. */
  keys: Uint32Array;
  postings: Postings;
}

export interface TextPart {
  words: Dictionary;
  wordPostings: Postings;
  forms: Dictionary;
  /** Word number -> form number. */
  formOf: Uint32Array;
  /** Words of form f: `formWords[formAt[f]] .. formWords[formAt[f + 1] - 1]`. */
  formAt: Uint32Array;
  formWords: Uint32Array;
  tokens: Tokens;
  bigrams: Bigrams;
}

interface PointPart {
  at: Uint32Array;
  /** Millionths of a degree. */
  lat: Int32Array;
  lon: Int32Array;
}

export interface Segment {
  data: SegmentData;
  count: number;
  ids: Uint32Array;
  owners: Uint32Array;
  ownersHere: ReadonlySet<number>;
  /** Documents that are never found and only hide the common one of their id; ascending. */
  hidden: Uint32Array;
  /** Alternates a company's document and the common one of the same id, which the former hides. */
  overlays: Uint32Array;
  staticRank: Uint16Array;
  terms: Record<string, TermPart>;
  lookups: Record<string, HashedValues>;
  numbers: Record<string, Int32Array>;
  texts: Record<string, TextPart>;
  points: Record<string, PointPart>;
  valueSets: ValueSets;
  deleted: Bitmap | undefined;
  cache: BitmapCache;
  /** Counts over all documents of some owners, for results that contain most documents. */
  totals: Lru<string, Uint32Array>;
  keptHits: KeptHits;
}

interface BitmapCache {
  get(key: string, make: () => Bitmap): Bitmap;
  trim(): void;
  dispose(): void;
}

/** A search with all facets uses about thirty; the LRU keeps at least half. */
const cachedTotals = 200;
/** Bytes of cached bitmaps per segment: 16-bit numbers or a bit per document, whichever is less. */
const cachedBytes = 16 * 1024 * 1024;

/** Not an LRU cache: evicts by bytes, between searches only, because a search uses its bitmaps. */
function createCache(documents: number): BitmapCache {
  const bitmaps = new Map<string, Bitmap>();
  const bytesOf = (bitmap: Bitmap): number => 200 + Math.min(bitmap.size * 2, documents / 8);
  let bytes = 0;
  return {
    get(key, make) {
      const known = bitmaps.get(key);
      if (known) return known;
      const made = make();
      bitmaps.set(key, made);
      bytes += bytesOf(made);
      return made;
    },
    trim() {
      for (const [key, bitmap] of bitmaps) {
        if (bytes <= cachedBytes) return;
        bitmaps.delete(key);
        bytes -= bytesOf(bitmap);
        bitmap.dispose();
      }
    },
    dispose() {
      for (const bitmap of bitmaps.values()) bitmap.dispose();
      bitmaps.clear();
    },
  };
}

const none = new Uint32Array(0);

const build = <T>(names: readonly string[], make: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)]));

export function openSegment(schema: SearchSchema, data: SegmentData): Segment {
  const { sections } = data;
  const u32 = (name: string): Uint32Array => (sections[name] as Uint32Array | undefined) ?? new Uint32Array(1);
  const lookups = hashedFields(schema);
  const i32 = (name: string): Int32Array => (sections[name] as Int32Array | undefined) ?? new Int32Array(0);
  return {
    data,
    count: data.count,
    ids: u32('ids'),
    owners: u32('owners'),
    ownersHere: new Set(u32('owners')),
    hidden: (sections['hidden'] as Uint32Array | undefined) ?? none,
    overlays: (sections['overlays'] as Uint32Array | undefined) ?? none,
    staticRank: sections['staticRank'] as Uint16Array,
    lookups: build([...lookups], (name) => readHashedValues(`l.${name}`, sections)),
    terms: build(
      Object.keys(schema.terms).filter((name) => !lookups.has(name)),
      (name) => ({
        column: readColumn(`t.${name}`, sections),
        keys: u32(`t.${name}.keys`),
        postings: readPostings(`t.${name}`, sections),
      }),
    ),
    numbers: build(schema.numbers, (name) => i32(`n.${name}`)),
    texts: build(Object.keys(schema.texts), (name) => ({
      words: readDictionary(`x.${name}.words`, sections),
      wordPostings: readPostings(`x.${name}.words`, sections),
      forms: readDictionary(`x.${name}.forms`, sections),
      formOf: u32(`x.${name}.formOf`),
      formAt: u32(`x.${name}.formAt`),
      formWords: u32(`x.${name}.formWords`),
      tokens: readTokens(`x.${name}`, sections),
      bigrams: readBigrams(`x.${name}`, sections),
    })),
    points: build(schema.points, (name) => ({ at: u32(`p.${name}.at`), lat: i32(`p.${name}.lat`), lon: i32(`p.${name}.lon`) })),
    valueSets: readValueSets(sections, data.count),
    deleted: undefined,
    cache: createCache(data.count),
    totals: createLru(cachedTotals),
    keptHits: createKeptHits(),
  };
}

export function closeSegment(segment: Segment): void {
  segment.cache.dispose();
  segment.keptHits.clear();
  segment.deleted?.dispose();
  segment.deleted = undefined;
}

/** Adds all documents of an id, deleted or not: the common one and those of companies. */
export function addDocumentsOf(segment: Segment, id: number, into: number[]): void {
  const order = segment.data.sections['byId'] as Uint32Array;
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segment.ids[order[middle]!]! < id) low = middle + 1;
    else high = middle;
  }
  for (; low < order.length && segment.ids[order[low]!] === id; low++) into.push(order[low]!);
}

export function deleteFrom(segment: Segment, id: number): void {
  const documents: number[] = [];
  addDocumentsOf(segment, id, documents);
  if (documents.length === 0) return;
  segment.keptHits.clear();
  segment.deleted ??= bitmapOf(none);
  for (const document of documents) segment.deleted.add(document);
}

export const liveCount = (segment: Segment): number => segment.count - (segment.deleted?.size ?? 0);

/** -1: no document has the value. */
export function keyOf(part: TermPart, value: number): number {
  let low = 0;
  let high = part.keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = part.keys[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Includes deleted documents, so that the result never changes. The cache owns the bitmap. */
export function ownedBy(segment: Segment, owners: readonly number[]): Bitmap {
  return segment.cache.get(`owners:${owners.join()}`, () => {
    const documents = new Uint32Array(segment.count);
    let found = 0;
    for (let document = 0; document < segment.count; document++) {
      if (owners.includes(segment.owners[document]!)) documents[found++] = document;
    }
    const owned = found === segment.count ? fullBitmap(segment.count) : bitmapOf(documents.slice(0, found));
    for (const document of segment.hidden) owned.delete(document);
    const { overlays } = segment;
    for (let at = 0; at < overlays.length; at += 2) {
      if (owners.includes(segment.owners[overlays[at]!]!)) owned.delete(overlays[at + 1]!);
    }
    return owned;
  });
}

/** Below this share of differing documents, the totals of the common base are corrected. */
const fewSeenOtherwise = 1 / 8;

export function totalledFor(segment: Segment, owners: readonly number[]): readonly number[] {
  if (owners.length < 2) return owners;
  const base = ownedBy(segment, commonBase);
  return ownedBy(segment, owners).xorCardinality(base) < base.size * fewSeenOtherwise ? commonBase : owners;
}

const commonBase = [0];

export function cachedTotal(segment: Segment, key: string, count: () => Uint32Array): Uint32Array {
  const known = segment.totals.get(key);
  if (known) return known;
  const counts = count();
  segment.totals.set(key, counts);
  return counts;
}

/** Companies without own documents share a cache entry. */
export const present = (segment: Segment, owners: readonly number[]): number[] => owners.filter((owner) => segment.ownersHere.has(owner));

/** Excludes deleted documents. The arena or the cache owns the bitmap. */
export function visible(segment: Segment, owners: readonly number[], arena: Arena): Bitmap {
  const owned = ownedBy(segment, owners);
  if (!segment.deleted || segment.deleted.isEmpty) return owned;
  return arena.keep(andNot(owned, segment.deleted));
}

export function valuesOfDocuments({ keys, postings }: TermPart, documents: number): { at: Uint32Array; values: Uint32Array } {
  const at = new Uint32Array(documents + 1);
  const each = (visit: (value: number, document: number) => void): void => {
    keys.forEach((value, key) => postings.list(key).forEach((document) => visit(value, document)));
  };
  each((_, document) => at[document + 1]!++);
  for (let document = 0; document < documents; document++) at[document + 1]! += at[document]!;
  const next = at.slice();
  const values = new Uint32Array(at[documents]!);
  each((value, document) => (values[next[document]!++] = value));
  return { at, values };
}
