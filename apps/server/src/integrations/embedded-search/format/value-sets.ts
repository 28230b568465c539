import type { Section } from './typed-arrays.ts';

/** Combination -> set of values. Values of set s: `values[at[s]] .. values[at[s + 1] - 1]`. */
export interface ValueSetPart {
  group: number;
  /** Undefined: each combination is a set. */
  sets: Uint16Array | undefined;
  at: Uint32Array;
  values: Int32Array;
}

/** Combinations of up to 16 groups, one row per document: one memory access serves all. */
export interface Table {
  rows: Uint16Array;
  width: number;
}

/** See value-set-builder.ts. Group g is column g % 16 of table g / 16. */
export interface ValueSets {
  tables: readonly Table[];
  sizes: Uint32Array;
  parts: ReadonlyMap<string, readonly ValueSetPart[]>;
}

export const tableWidth = 16;
/**
 * Counters per column. Above 65,536, because at exactly that distance the columns would compete for
 * the same cache lines.
 */
export const room = 65_600;

const partName = /^c\.(\d+)\.\d+\.(.+)\.at$/;

export function readValueSets(sections: Record<string, Section>, documents: number): ValueSets {
  const tables: Table[] = [];
  const parts = new Map<string, ValueSetPart[]>();
  for (const [name, section] of Object.entries(sections)) {
    const [, number, field] = partName.exec(name) ?? [];
    if (number === undefined || field === undefined) continue;
    const of = (rest: string) => sections[name.replace(/at$/, rest)];
    const part = { group: Number(number), sets: of('sets') as Uint16Array | undefined, at: section as Uint32Array };
    parts.set(field, [...(parts.get(field) ?? []), { ...part, values: of('values') as Int32Array }]);
  }
  for (let number = 0; sections[`c.rows.${number}`]; number++) {
    const rows = sections[`c.rows.${number}`] as Uint16Array;
    tables.push({ rows, width: documents === 0 ? 0 : rows.length / documents });
  }
  return { tables, sizes: (sections['c.sizes'] as Uint32Array | undefined) ?? new Uint32Array(0), parts };
}

interface Step {
  documents: Uint32Array;
  step: 1 | -1;
}

const ahead = 64;
let touched = 0;

export function countRows(table: Table, { documents, step }: Step, counts: Uint32Array): void {
  const { rows, width } = table;
  for (let from = 0; from < documents.length; from += ahead) {
    const some = { documents, step, from, to: Math.min(documents.length, from + ahead) };
    // Prefetches rows: the CPU then loads many in parallel, which takes a third of the time.
    for (let index = from; index < some.to; index++) {
      const row = documents[index]! * width;
      touched += rows[row]! + rows[row + width - 1]!;
    }
    touched |= 0;
    countSome(table, some, counts);
  }
}

/** Unrolled: a loop over the columns takes 50 % longer. */
function countSome({ rows, width }: Table, { documents, step, from, to }: Step & { from: number; to: number }, counts: Uint32Array): void {
  for (let index = from; index < to; index++) {
    const row = documents[index]! * width;
    counts[rows[row]!]! += step;
    counts[room + rows[row + 1]!]! += step;
    counts[2 * room + rows[row + 2]!]! += step;
    counts[3 * room + rows[row + 3]!]! += step;
    if (width === 4) continue;
    counts[4 * room + rows[row + 4]!]! += step;
    counts[5 * room + rows[row + 5]!]! += step;
    counts[6 * room + rows[row + 6]!]! += step;
    counts[7 * room + rows[row + 7]!]! += step;
    if (width === 8) continue;
    counts[8 * room + rows[row + 8]!]! += step;
    counts[9 * room + rows[row + 9]!]! += step;
    counts[10 * room + rows[row + 10]!]! += step;
    counts[11 * room + rows[row + 11]!]! += step;
    if (width === 12) continue;
    counts[12 * room + rows[row + 12]!]! += step;
    counts[13 * room + rows[row + 13]!]! += step;
    counts[14 * room + rows[row + 14]!]! += step;
    counts[15 * room + rows[row + 15]!]! += step;
  }
}

export function countGroup(valueSets: ValueSets, { group, documents, step }: Step & { group: number }, counts: Uint32Array): void {
  const { rows, width } = valueSets.tables[Math.floor(group / tableWidth)]!;
  const column = group % tableWidth;
  for (let index = 0; index < documents.length; index++) counts[rows[documents[index]! * width + column]!]! += step;
}

/** Counts of values. `shift` is added to a value; index 0 counts documents without one. */
interface Tallied {
  counts: Uint32Array;
  shift?: number;
}

const setCounts = new Uint32Array(room);

export function addValueSets(part: ValueSetPart, valueSets: Uint32Array, into: Tallied): void {
  const { sets, at } = part;
  if (!sets) return addSets(part, valueSets, into);
  setCounts.fill(0, 0, at.length - 1);
  for (let valueSet = 0; valueSet < sets.length; valueSet++) setCounts[sets[valueSet]!]! += valueSets[valueSet]!;
  addSets(part, setCounts, into);
}

function addSets({ at, values }: ValueSetPart, valueSetCounts: Uint32Array, { counts, shift }: Tallied): void {
  const moved = shift ?? 0;
  for (let set = 0; set < at.length - 1; set++) {
    const count = valueSetCounts[set]!;
    if (count === 0) continue;
    const end = at[set + 1]!;
    let place = at[set]!;
    if (place === end && shift !== undefined) counts[0]! += count;
    for (; place < end; place++) counts[values[place]! + moved]! += count;
  }
}

export function addDocuments(valueSets: ValueSets, part: ValueSetPart, counted: Tallied & { documents: Uint32Array }): void {
  const { documents, counts, shift } = counted;
  const { group, sets, at, values } = part;
  const { rows, width } = valueSets.tables[Math.floor(group / tableWidth)]!;
  const column = group % tableWidth;
  const moved = shift ?? 0;
  for (let index = 0; index < documents.length; index++) {
    const valueSet = rows[documents[index]! * width + column]!;
    const set = sets ? sets[valueSet]! : valueSet;
    const end = at[set + 1]!;
    let place = at[set]!;
    if (place === end && shift !== undefined) counts[0]! += 1;
    for (; place < end; place++) counts[values[place]! + moved]! += 1;
  }
}
