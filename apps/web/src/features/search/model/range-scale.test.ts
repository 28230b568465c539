import { assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, rangeOf, rangeScale, rangeWords, stepsOf } from './range-scale.ts';

const facets = ['age', 'experience', 'onLastPosition', 'graduation'] as const;

describe('range slider', () => {
  it('[FLT-045] [FLT-046] [FLT-047] [FLT-049] has the given marks as steps', () => {
    expect(rangeScale('age', 2026).values).toEqual([0, 18, 20, 25, 30, 35, 40, 50, 60]);
    expect(rangeScale('experience', 2026).values).toEqual([0, 1, 2, 3, 4, 5, 7, 10, 15]);
    expect(rangeScale('onLastPosition', 2026).values).toEqual([0, 6, 12, 18, 24, 36, 48, 60, 120]);
    const years = rangeScale('graduation', 2026).values;
    expect([years[0], years.at(-1)]).toEqual([1970, 2033]);
  });

  it('[FLT-045] [FLT-048] labels its range by marks, and values between them as they are', () => {
    expect(rangeWords(rangeScale('age', 2026), { min: 25, max: null })).toBe('25 – 60+');
    expect(rangeWords(rangeScale('age', 2026), { min: 33, max: 59 })).toBe('33 – 59');
    expect(rangeWords(rangeScale('onLastPosition', 2026), { min: 6, max: 120 })).toBe('0.5 – 10+');
    expect(rangeWords(rangeScale('onLastPosition', 2026), { min: null, max: 30 })).toBe('0 – 2.5');
    expect(rangeWords(rangeScale('graduation', 2026), { min: 1999, max: null })).toBe('1999 – 2033');
  });

  it('[FLT-041] has open ends', () => {
    const scale = rangeScale('age', 2026);
    expect(rangeOf(scale, [0, 8])).toEqual({ min: null, max: null });
    expect(rangeOf(scale, [3, 6])).toEqual({ min: 25, max: 40 });
    expect(stepsOf(scale, { min: 26, max: null })).toEqual([3, 8]);
  });

  it('[FLT-040] converts between range and thumbs without loss', () => {
    const place = constantFrom(...facets).chain((facet) => {
      const last = rangeScale(facet, 2026).values.length - 1;
      return tuple(constantFrom(facet), integer({ min: 0, max: last }), integer({ min: 0, max: last }));
    });
    assert(
      property(place, ([facet, one, other]) => {
        const scale = rangeScale(facet, 2026);
        const steps: [number, number] = [Math.min(one, other), Math.max(one, other)];
        expect(stepsOf(scale, rangeOf(scale, steps))).toEqual(steps);
      }),
    );
  });

  it('distributes the histogram over the steps without losing people', () => {
    const scale = rangeScale('age', 2026);
    const bars = barsOf(scale, { edges: [16, 18, 20, 22, 24, 26], counts: [2, 4, 10, 10, 10], below: 1, above: 5 });
    expect(bars[1]).toBe(4);
    expect(bars[2]).toBe(25);
    expect(Math.round(bars.reduce((sum, bar) => sum + bar, 0))).toBe(42);
  });
});
