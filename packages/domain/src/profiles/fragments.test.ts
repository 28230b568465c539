import { array, assert, constantFrom, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, isSameValue, mergeFragments } from './fragments.ts';

const base = { first_name: 'Ada', headline: 'Analyst', about: 'Wrote notes', skills: [{ name: 'Mathematics' }], hidden_star: true };

describe('fragments of a company', () => {
  it('[PROF-031] [PEDT-007] leave the base unchanged, and the newest save wins per field', () => {
    const merged = mergeFragments<typeof base>(base, [
      { id: 9, data: { headline: 'Countess' } },
      { id: 7, data: { headline: 'Engineer', skills: [] } },
    ]);
    expect(merged.data).toEqual({ ...base, headline: 'Countess', skills: [] });
    expect(merged.overlay).toEqual({ headline: 'Countess', skills: [] });
    expect(merged.origins).toEqual({ headline: 9, skills: 7 });
    expect(base.headline).toBe('Analyst');
  });

  it('[CTP-012] restore the previous value when a save is removed', () => {
    const save = record({ field: constantFrom('first_name', 'headline', 'about'), value: string() });
    assert(
      property(array(save, { maxLength: 8 }), save, (saves, last) => {
        const fragments = saves.map(({ field, value }, index) => ({ id: index + 1, data: { [field]: value } }));
        const before = mergeFragments<typeof base>(base, fragments);
        const after = mergeFragments<typeof base>(base, [...fragments, { id: 100, data: { [last.field]: last.value } }]);
        expect(after.data).toEqual({ ...before.data, [last.field]: last.value });
        expect(mergeFragments<typeof base>(base, fragments)).toEqual(before);
      }),
    );
  });

  it('[CTP-011] ignore fields that are not part of a fragment', () => {
    const forged = { id: 1, data: { hidden_star: false, external_key: 'x' } } as never;
    expect(mergeFragments<typeof base>(base, [forged]).data).toEqual(base);
  });

  it('[CTP-011] contain the differences from the seen profile', () => {
    const same = { headline: 'Analyst', skills: [{ name: 'Mathematics', years: null }], about: 'Wrote a program' };
    expect(changedFields<typeof base>(base, same)).toEqual({ about: 'Wrote a program' });
    expect(isSameValue({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1, c: '' })).toBe(true);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
    expect(isSameValue([], null)).toBe(false);
  });
});
