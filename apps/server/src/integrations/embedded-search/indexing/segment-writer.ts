import { formOf } from '#modules/search/text/forms.ts';
import {
  type Growing,
  type GrowingBytes,
  growing,
  growingBytes,
  missing,
  type Section,
  sharedI32,
  sharedU32,
} from '../format/typed-arrays.ts';
import type { SegmentBuffers, TextBuffer } from './segment-buffers.ts';
import { type Lists, writeColumn } from '../format/columns.ts';
import { type ValueSetBuilder, createValueSetBuilder } from './value-set-builder.ts';
import { writeDictionary } from '../format/term-dictionary.ts';
import { writeHashedValues } from '../format/hashed-values.ts';
import { writeBigrams } from '../format/bigrams.ts';
import { writePostings } from '../format/posting-lists.ts';
import type { SegmentData } from '../format/segment.ts';
import { readPacked, writeTokens } from '../format/token-streams.ts';

function lastOfEachOwner({ owners, staticRank }: SegmentBuffers, arrivals: readonly number[]): number[] {
  const last = new Map(arrivals.map((arrival) => [owners.at(arrival), arrival]));
  return [...last.values()].toSorted((a, b) => staticRank.at(a) - staticRank.at(b));
}

function orderOf(buffers: SegmentBuffers): Uint32Array {
  const keys = new Float64Array(buffers.ids.length);
  let count = 0;
  const put = (id: number, arrival: number): void => {
    keys[count++] = (65_535 - buffers.staticRank.at(arrival)) * 2 ** 31 + id;
  };
  for (const [id, arrivals] of buffers.arrivals) {
    if (typeof arrivals === 'number') {
      put(id, arrivals);
      continue;
    }
    const several = lastOfEachOwner(buffers, arrivals);
    for (const arrival of several) put(id, arrival);
    buffers.arrivals.set(id, several);
  }
  return Uint32Array.from(keys.subarray(0, count).toSorted(), (key) => {
    const arrivals = buffers.arrivals.get(key % 2 ** 31)!;
    // Arrivals of one id come in the order of their ranks, the highest first.
    return typeof arrivals === 'number' ? arrivals : arrivals.pop()!;
  });
}

/** See Segment. `byId`: by id, then by owner. */
function writeOverlays(heads: { ids: Int32Array; owners: Int32Array; byId: Uint32Array }, into: Record<string, Section>): void {
  const { ids, owners, byId } = heads;
  const overlays: number[] = [];
  let common = -1;
  for (const document of byId) {
    if (owners[document] === 0) common = document;
    else if (common >= 0 && ids[common] === ids[document]) overlays.push(document, common);
  }
  if (overlays.length > 0) into['overlays'] = sharedU32(overlays);
}

interface Starts {
  order: Uint32Array;
  starts: Growing;
  end: number;
}

function startsOf({ order, starts, end }: Starts): Uint32Array {
  const at = new Uint32Array(order.length + 1);
  for (let index = 0; index < order.length; index++) {
    const arrival = order[index]!;
    at[index + 1] = at[index]! + (arrival + 1 < starts.length ? starts.at(arrival + 1) : end) - starts.at(arrival);
  }
  return at;
}

function arranged<T extends Int32Array | Uint8Array>({ order, starts, end }: Starts, raw: T, into: T): T {
  let next = 0;
  for (const arrival of order) {
    const to = arrival + 1 < starts.length ? starts.at(arrival + 1) : end;
    // Most lists have few numbers: a view each would cost more than copying.
    for (let at = starts.at(arrival); at < to; at++) into[next++] = raw[at]!;
  }
  return into;
}

function lists(order: Uint32Array, starts: Growing, values: Growing): { at: Uint32Array; values: Int32Array } {
  const place = { order, starts, end: values.length };
  const at = startsOf(place);
  return { at, values: arranged(place, values.view(), new Int32Array(at[order.length]!)) };
}

function listsOf(numbers: Int32Array): Lists {
  const at = new Uint32Array(numbers.length + 1);
  const values = new Int32Array(numbers.length);
  numbers.forEach((number, document) => {
    if (number !== missing) values[at[document]!] = number;
    at[document + 1] = at[document]! + (number === missing ? 0 : 1);
  });
  return { at, values: values.subarray(0, at[numbers.length]) };
}

/** Releases the buffers field by field, to limit memory. */
export function writeSegment(buffers: SegmentBuffers, numbers: Readonly<Record<string, Uint32Array>> = {}): SegmentData {
  const order = orderOf(buffers);
  const arrivals = buffers.ids.length;
  buffers.arrivals.clear();
  const pick = (column: Growing): Int32Array => Int32Array.from(order, (arrival) => column.at(arrival));
  const [ids, owners] = [pick(buffers.ids), pick(buffers.owners)];
  const byId = Uint32Array.from(ids.keys()).toSorted((a, b) => ids[a]! - ids[b]! || owners[a]! - owners[b]!);
  const staticRank = new Uint16Array(new SharedArrayBuffer(order.length * 2));
  staticRank.set(pick(buffers.staticRank));
  const sections: Record<string, Section> = {
    ids: sharedU32(ids),
    owners: sharedU32(owners),
    byId: sharedU32(byId),
    staticRank,
  };
  writeOverlays({ ids, owners, byId }, sections);
  if (buffers.hidden.size > 0) sections['hidden'] = sharedU32([...order.keys()].filter((place) => buffers.hidden.has(order[place]!)));
  const valueSetBuilder = createValueSetBuilder(order.length);
  for (const [field, column] of buffers.numbers.splice(0)) {
    const numbers = pick(column);
    sections[`n.${field}`] = sharedI32(numbers);
    if (buffers.counted.has(field)) valueSetBuilder.add(`n.${field}`, listsOf(numbers));
  }
  for (const [field, point] of buffers.points.splice(0)) {
    const lat = lists(order, point.at, point.lat);
    sections[`p.${field}.at`] = sharedU32(lat.at);
    sections[`p.${field}.lat`] = sharedI32(lat.values);
    sections[`p.${field}.lon`] = sharedI32(lists(order, point.at, point.lon).values);
  }
  if (buffers.lookups.length > 0) {
    const placeOf = new Int32Array(arrivals).fill(-1);
    order.forEach((arrival, place) => (placeOf[arrival] = place));
    for (const [field, lookup] of buffers.lookups.splice(0)) writeHashedValues(`l.${field}`, { ...lookup, placeOf }, sections);
  }
  for (const entry of buffers.terms) {
    const [field, list] = entry;
    const named = { name: `t.${field}`, valueSetBuilder: list.column ? valueSetBuilder : undefined, numbers: numbers[field] };
    writeOrdinals(named, lists(order, list.at, list.values), sections);
    entry[1] = { ...list, at: growing(), values: growing() };
  }
  valueSetBuilder.write(sections);
  for (const entry of buffers.texts) {
    writeText(`x.${entry[0]}`, { order, text: entry[1] }, sections);
    entry[1] = { ...entry[1], at: growing(), bytes: growingBytes(), words: new Map(), known: new Map() };
  }
  return { count: order.length, sections };
}

function writeOrdinals(
  field: { name: string; valueSetBuilder: ValueSetBuilder | undefined; numbers: Uint32Array | undefined },
  { at, values }: { at: Uint32Array; values: Int32Array },
  sections: Record<string, Section>,
): void {
  const { name, valueSetBuilder, numbers } = field;
  if (numbers) for (let place = 0; place < values.length; place++) values[place] = numbers[values[place]!]!;
  let most = -1;
  for (let place = 0; place < values.length; place++) most = Math.max(most, values[place]!);
  const places = new Int32Array(most + 1).fill(-1);
  for (let place = 0; place < values.length; place++) places[values[place]!] = 0;
  const keys: number[] = [];
  for (let value = 0; value <= most; value++) if (places[value] === 0) places[value] = keys.push(value) - 1;
  if (valueSetBuilder && !valueSetBuilder.add(name, { at, values })) writeColumn(name, { at, values }, sections);
  sections[`${name}.keys`] = sharedU32(keys);
  const documents = at.length - 1;
  const walk = (visit: (key: number, document: number) => void): void => {
    for (let document = 0; document < documents; document++) {
      for (let place = at[document]!; place < at[document + 1]!; place++) visit(places[values[place]!]!, document);
    }
  };
  writePostings(name, { size: keys.length, walk }, sections);
}

function packed(order: Uint32Array, text: { at: Growing; bytes: GrowingBytes }): { at: Uint32Array; bytes: Uint8Array } {
  const place = { order, starts: text.at, end: text.bytes.length };
  const at = startsOf(place);
  return { at, bytes: arranged(place, text.bytes.view(), new Uint8Array(at[order.length]!)) };
}

function writeText(name: string, { order, text }: { order: Uint32Array; text: TextBuffer }, sections: Record<string, Section>): void {
  const { at, bytes } = packed(order, text);
  const words = [...text.words.keys()];
  const sorted = words.toSorted();
  const places = new Map(sorted.map((word, place) => [word, place]));
  const wordOf = Uint32Array.from(words, (word) => places.get(word) ?? 0);
  writeDictionary(`${name}.words`, sorted, sections);
  writeForms(name, { form: text.form, sorted }, sections);
  writeTokens(name, { at, bytes, wordOf }, sections);
  const read = readPacked({ at: (document) => at[document]!, bytes, wordOf });
  const tokens = new Uint32Array(sections[`${name}.longest`]![0]!);
  const walk = (visit: (key: number, document: number) => void): void => {
    for (let document = 0; document < order.length; document++) {
      const length = read(document, tokens);
      for (let index = 0; index < length; index++) if (tokens[index]! > 0) visit(tokens[index]! - 1, document);
    }
  };
  writePostings(`${name}.words`, { size: sorted.length, walk }, sections);
  const [formNumbers, counts] = [sections[`${name}.formOf`] as Uint32Array, sections[`${name}.words.counts`] as Uint32Array];
  const forms = sections[`${name}.formAt`]!.length - 1;
  writeBigrams(name, { documents: order.length, forms, formOf: formNumbers, counts, read, tokens }, sections);
}

function writeForms(
  name: string,
  { form, sorted }: { form: TextBuffer['form']; sorted: string[] },
  sections: Record<string, Section>,
): void {
  const forms = sorted.map((word) => formOf(form, word));
  const sortedForms = [...new Set(forms)].toSorted();
  const places = new Map(sortedForms.map((word, place) => [word, place]));
  const numbers = Uint32Array.from(forms, (word) => places.get(word) ?? 0);
  const starts = new Uint32Array(sortedForms.length + 1);
  for (const number of numbers) starts[number + 1]!++;
  for (let number = 0; number < sortedForms.length; number++) starts[number + 1]! += starts[number]!;
  const next = starts.slice();
  const words = new Uint32Array(sorted.length);
  numbers.forEach((number, word) => (words[next[number]!++] = word));
  writeDictionary(`${name}.forms`, sortedForms, sections);
  sections[`${name}.formOf`] = sharedU32(numbers);
  sections[`${name}.formAt`] = sharedU32(starts);
  sections[`${name}.formWords`] = sharedU32(words);
}
