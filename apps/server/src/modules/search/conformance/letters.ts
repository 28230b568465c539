import { expect, it } from 'vitest';
import type { SearchDocument } from '../port.ts';
import { profileSchema } from '../schema.ts';
import { createMemorySource } from './memory-source.ts';
import type { Adapter } from './suite.ts';

const person: SearchDocument = {
  id: 1,
  owner: 0,
  freshness: 0,
  completeness: 0,
  terms: { skill: ['Łódź'] },
  numbers: {},
  texts: { name: ['Łukasz Yıldız'], about: ['Soft\u00adware in С++ und 1С, работал с нуля', 'Straße Kjær'] },
  points: {},
};

const cases: [field: string, text: string, total: number][] = [
  ...['software', 'so\u200bftware', 'C++', 'с++', '1C', '1с', 'strasse', 'STRAẞE', 'kjaer', 'с нуля'].map(
    (text): [string, string, number] => ['about', text, 1],
  ),
  ...['c', 'c#', 'strase', 'soft'].map((text): [string, string, number] => ['about', text, 0]),
  ...['lukasz', 'ŁUKASZ', 'yildiz', 'Łukasz Yildiz'].map((text): [string, string, number] => ['name', text, 1]),
];

/** ADR 91. */
export function describeLetters(adapter: Adapter): void {
  it(`[SRCH-001] [SRCH-050] ${adapter.name} matches equivalent characters of different alphabets`, async () => {
    const source = createMemorySource(100);
    source.put([person]);
    const port = await adapter.open(source, profileSchema);
    const scope = { companyId: null };
    try {
      await port.rebuild();
      const found = await Promise.all(
        cases.map(async ([field, text]) => {
          const { total } = await port.search({ op: 'word', field, text, mode: 'exact' }, { scope });
          return [field, text, total];
        }),
      );
      expect(found).toEqual(cases);
      expect(await port.suggest({ scope, field: 'skill', prefix: 'lod' })).toEqual([{ value: 'Łódź', count: 1 }]);
    } finally {
      await adapter.close(port, { keepsFiles: false });
    }
  });
}
