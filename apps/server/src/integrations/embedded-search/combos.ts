import type { Section } from './arrays.ts';

/** Where a field is found in a group: the values of combination c are `values[at[c]] .. values[at[c + 1] - 1]`. */
export interface ComboPart {
  group: number;
  at: Uint32Array;
  values: Int32Array;
}

/** See combining.ts. */
export interface Combos {
  groups: readonly { of: Uint16Array; size: number }[];
  /** A field that was cut into shares has several parts. */
  parts: ReadonlyMap<string, readonly ComboPart[]>;
}

const partName = /^c\.(\d+)\.\d+\.(.+)\.at$/;

export function readCombos(sections: Record<string, Section>): Combos {
  const groups: { of: Uint16Array; size: number }[] = [];
  const parts = new Map<string, ComboPart[]>();
  for (const [name, section] of Object.entries(sections)) {
    const [, number, field] = partName.exec(name) ?? [];
    if (number === undefined || field === undefined) continue;
    const at = section as Uint32Array;
    const group = Number(number);
    groups[group] = { of: sections[`c.${group}.of`] as Uint16Array, size: at.length - 1 };
    const values = sections[name.replace(/at$/, 'values')] as Int32Array;
    parts.set(field, [...(parts.get(field) ?? []), { group, at, values }]);
  }
  return { groups, parts };
}

/** Adds `step` to the count of the combination of each document. */
export function countCombos(of: Uint16Array, walk: { documents: Uint32Array; step: 1 | -1 }, counts: Uint32Array): void {
  const { documents, step } = walk;
  for (let index = 0; index < documents.length; index++) counts[of[documents[index]!]!]! += step;
}

/** Adds the counts of combinations to those of the values that they hold. `shift` is added to a value; where there is none, place 0 counts. */
export function addCombos({ at, values }: ComboPart, combos: Uint32Array, into: { counts: Uint32Array; shift?: number }): void {
  const { counts, shift } = into;
  for (let combo = 0; combo < at.length - 1; combo++) {
    const count = combos[combo]!;
    if (count === 0) continue;
    const end = at[combo + 1]!;
    let place = at[combo]!;
    if (place === end && shift !== undefined) counts[0]! += count;
    for (; place < end; place++) counts[values[place]! + (shift ?? 0)]! += count;
  }
}

/** The same straight from a few documents. */
export function addDocuments(
  { at, values }: ComboPart,
  { of, documents }: { of: Uint16Array; documents: Uint32Array },
  into: { counts: Uint32Array; shift?: number },
): void {
  const { counts, shift } = into;
  for (let index = 0; index < documents.length; index++) {
    const combo = of[documents[index]!]!;
    const end = at[combo + 1]!;
    let place = at[combo]!;
    if (place === end && shift !== undefined) counts[0]! += 1;
    for (; place < end; place++) counts[values[place]! + (shift ?? 0)]! += 1;
  }
}
