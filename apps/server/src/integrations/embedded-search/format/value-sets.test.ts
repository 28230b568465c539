import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Section } from './typed-arrays.ts';
import type { Lists } from './columns.ts';
import { createValueSetBuilder } from '../indexing/value-set-builder.ts';
import { addValueSets, addDocuments, countGroup, countRows, readValueSets, room, tableWidth } from './value-sets.ts';

const documents = 400;

const listsOf = (values: readonly (readonly number[])[]): Lists => ({
  at: Uint32Array.from([0, ...values.map((_, index) => values.slice(0, index + 1).flat().length)]),
  values: values.flat(),
});

/** Counts value by value. */
function naive(values: readonly (readonly number[])[], counted: Uint32Array): number[] {
  const counts = Array.from({ length: 64 }, () => 0);
  for (const document of counted) for (const value of values[document] ?? []) counts[value]! += 1;
  return counts;
}

const field = (distinct: number, longest: number) =>
  fc.array(fc.uniqueArray(fc.nat(distinct - 1), { maxLength: longest }), { minLength: documents, maxLength: documents });

describe('value sets', () => {
  it('[FLT-038] give the same counts as single values, over any documents', () => {
    const fields = fc.array(fc.oneof(field(3, 1), field(40, 1), field(8, 3), field(60, 6)), { minLength: 1, maxLength: 24 });
    fc.assert(
      fc.property(fields, fc.uniqueArray(fc.nat(documents - 1)), (given, some) => {
        const counted = Uint32Array.from(some).toSorted();
        const sections: Record<string, Section> = {};
        const combining = createValueSetBuilder(documents);
        const combined = given.map((values, number) => combining.add(`t.${number}`, listsOf(values)));
        combining.write(sections);
        const valueSets = readValueSets(sections, documents);
        const tables = valueSets.tables.map((table) => {
          const counts = new Uint32Array(table.width * room);
          countRows(table, { documents: counted, step: 1 }, counts);
          return counts;
        });
        given.forEach((values, number) => {
          expect(valueSets.parts.has(`t.${number}`)).toBe(combined[number]);
          if (!combined[number]) return;
          const [byRows, byGroup, oneByOne] = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)];
          for (const part of valueSets.parts.get(`t.${number}`) ?? []) {
            const from = (part.group % tableWidth) * room;
            addValueSets(part, tables[Math.floor(part.group / tableWidth)]!.subarray(from, from + room), { counts: byRows });
            const alone = new Uint32Array(valueSets.sizes[part.group]!);
            countGroup(valueSets, { group: part.group, documents: counted, step: 1 }, alone);
            addValueSets(part, alone, { counts: byGroup });
            addDocuments(valueSets, part, { documents: counted, counts: oneByOne });
          }
          const wanted = naive(values, counted);
          expect([...byRows]).toEqual(wanted);
          expect([...byGroup]).toEqual(wanted);
          expect([...oneByOne]).toEqual(wanted);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('leave a field to its column if nearly every document has different values', () => {
    const combining = createValueSetBuilder(documents);
    expect(combining.add('t.company', listsOf(Array.from({ length: documents }, (_, document) => [document])))).toBe(false);
    expect(combining.add('t.gender', listsOf(Array.from({ length: documents }, (_, document) => [document % 2])))).toBe(true);
  });
});
