import type { SearchSchema } from '#modules/search/schema.ts';
import { tokenize } from '@headwater/domain/text/tokenize';
import { growing, growingBytes, missing } from '../format/typed-arrays.ts';
import type { SegmentBuffers, HashedValuesBuffer, ListBuffer, TextBuffer } from './segment-buffers.ts';
import { writeSegment } from './segment-writer.ts';
import type { EncodedDocument } from '../shard/protocol.ts';
import { columnFields, countedNumbers, hashedFields } from '../format/field-layout.ts';
import { type Segment, type SegmentData, type TextPart, type TermPart, valuesOfDocuments } from '../format/segment.ts';

export interface SegmentBuilder {
  readonly size: number;
  add(document: EncodedDocument): void;
  addSegment(segment: Segment): void;
  /** `numbers`: maps local term numbers to final ones. Call it once. */
  writeSegment(numbers?: Readonly<Record<string, Uint32Array>>): SegmentData;
}

export function createSegmentBuilder(schema: SearchSchema): SegmentBuilder {
  const buffers = emptyBuffers(schema);
  return {
    get size() {
      return buffers.ids.length;
    },
    add: (document) => addDocument(buffers, document),
    addSegment: (segment) => addSegment(buffers, segment),
    writeSegment: (numbers) => writeSegment(buffers, numbers),
  };
}

function emptyBuffers(schema: SearchSchema): SegmentBuffers {
  const columns = columnFields(schema);
  const lookups = hashedFields(schema);
  return {
    ids: growing(),
    owners: growing(),
    staticRank: growing(),
    terms: Object.keys(schema.terms)
      .filter((field) => !lookups.has(field))
      .map((field) => [field, { at: growing(), values: growing(), column: columns.has(field) }]),
    lookups: [...lookups].map((field) => [field, { arrivals: growing(), high: growing(), low: growing() }]),
    numbers: schema.numbers.map((field) => [field, growing()]),
    counted: countedNumbers(schema),
    texts: Object.entries(schema.texts).map(([field, { form }]) => [
      field,
      { form, at: growing(), bytes: growingBytes(), words: new Map(), known: new Map() },
    ]),
    points: schema.points.map((field) => [field, { at: growing(), lat: growing(), lon: growing() }]),
    hidden: new Set(),
    arrivals: new Map(),
  };
}

function addHead(buffers: SegmentBuffers, head: Pick<EncodedDocument, 'id' | 'owner' | 'hidden' | 'staticRank'>): void {
  const arrival = buffers.ids.length;
  const before = buffers.arrivals.get(head.id);
  if (before === undefined) buffers.arrivals.set(head.id, arrival);
  else if (typeof before === 'number') buffers.arrivals.set(head.id, [before, arrival]);
  else before.push(arrival);
  if (head.hidden) buffers.hidden.add(arrival);
  buffers.ids.push(head.id);
  buffers.owners.push(head.owner);
  buffers.staticRank.push(head.staticRank);
}

function codeOf(text: TextBuffer, word: string): number {
  const known = text.words.get(word);
  if (known !== undefined) return known;
  const code = text.words.size + 1;
  text.words.set(word, code);
  return code;
}

const maxCached = 30_000;
const longestKnown = 60;

function codesOf(text: TextBuffer, value: string): Uint32Array {
  const isShort = value.length <= longestKnown;
  const known = isShort ? text.known.get(value) : undefined;
  if (known) return known;
  const words = tokenize(value);
  const codes = new Uint32Array(words.length);
  for (let at = 0; at < words.length; at++) codes[at] = codeOf(text, words[at]!);
  if (isShort && text.known.size < maxCached) text.known.set(value, codes);
  return codes;
}

function addDocument(buffers: SegmentBuffers, document: EncodedDocument): void {
  const arrival = buffers.ids.length;
  addHead(buffers, document);
  for (const [field, list] of buffers.terms) {
    list.at.push(list.values.length);
    const values = document.terms[field];
    if (!values) continue;
    for (let at = 0; at < values.length; at++) if (values.indexOf(values[at]!) === at) list.values.push(values[at]!);
  }
  for (const [field, list] of buffers.lookups) {
    const hashes = document.lookups[field] ?? [];
    for (let at = 0; at < hashes.length; at += 2) addLookup(list, arrival, { high: hashes[at]!, low: hashes[at + 1]! });
  }
  for (const [field, column] of buffers.numbers) column.push(document.numbers[field] ?? missing);
  for (const [field, text] of buffers.texts) {
    text.at.push(text.bytes.length);
    const values = document.texts[field] ?? [];
    for (const value of values) {
      const codes = codesOf(text, value);
      for (let at = 0; at < codes.length; at++) text.bytes.pushNumber(codes[at]!);
      text.bytes.pushNumber(0);
    }
  }
  for (const [field, point] of buffers.points) {
    point.at.push(point.lat.length);
    for (const { lat, lon } of document.points[field] ?? []) {
      point.lat.push(Math.round(lat * 1e6));
      point.lon.push(Math.round(lon * 1e6));
    }
  }
}

function addLookup(list: HashedValuesBuffer, arrival: number, hash: { high: number; low: number }): void {
  list.arrivals.push(arrival);
  list.high.push(hash.high);
  list.low.push(hash.low);
}

function addSegment(buffers: SegmentBuffers, segment: Segment): void {
  const live: number[] = [];
  for (let document = 0; document < segment.count; document++) {
    if (!segment.deleted?.has(document)) live.push(document);
  }
  const first = buffers.ids.length;
  const hidden = new Set(segment.hidden);
  for (const document of live) {
    const [id, owner] = [segment.ids[document]!, segment.owners[document]!];
    addHead(buffers, { id, owner, hidden: hidden.has(document), staticRank: segment.staticRank[document]! });
  }
  for (const [field, list] of buffers.terms) addTerms(list, { part: segment.terms[field]!, count: segment.count }, live);
  const arrivalOf = new Int32Array(buffers.lookups.length > 0 ? segment.count : 0).fill(-1);
  if (arrivalOf.length > 0) live.forEach((document, index) => (arrivalOf[document] = first + index));
  for (const [field, list] of buffers.lookups) {
    const { high, low, documents } = segment.lookups[field]!;
    documents.forEach((document, at) => {
      const arrival = arrivalOf[document]!;
      if (arrival >= 0) addLookup(list, arrival, { high: high[at]!, low: low[at]! });
    });
  }
  for (const [field, column] of buffers.numbers) {
    for (const document of live) column.push(segment.numbers[field]![document]!);
  }
  for (const [field, text] of buffers.texts) addTexts(text, segment.texts[field]!, live);
  for (const [field, point] of buffers.points) {
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

function addTerms(list: ListBuffer, { part, count }: { part: TermPart; count: number }, live: readonly number[]): void {
  const { at, values } = valuesOfDocuments(part, count);
  for (const document of live) {
    list.at.push(list.values.length);
    for (let place = at[document]!; place < at[document + 1]!; place++) list.values.push(values[place]!);
  }
}

function addTexts(text: TextBuffer, part: TextPart, live: readonly number[]): void {
  const codes = new Uint32Array(part.words.size);
  const tokens = new Uint32Array(part.tokens.longest);
  for (const document of live) {
    text.at.push(text.bytes.length);
    const length = part.tokens.read(document, tokens);
    for (let at = 0; at < length; at++) {
      const token = tokens[at]!;
      if (token > 0 && codes[token - 1] === 0) codes[token - 1] = codeOf(text, part.words.word(token - 1));
      text.bytes.pushNumber(token === 0 ? 0 : codes[token - 1]!);
    }
  }
}
