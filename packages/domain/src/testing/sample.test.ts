import { describe, expect, it } from 'vitest';
import { isProof, sampleOf } from './sample.ts';

const cases = Array.from({ length: 38 }, (_, index) => index);
const places = Array.from({ length: 400 }, (_, index) => `place ${index}`);

describe.skipIf(isProof)('sample', () => {
  it('has the requested number of cases in order, and is repeatable', () => {
    const sample = sampleOf(cases, 3, 'here');
    expect(sample).toHaveLength(3);
    expect(sample).toEqual(sample.toSorted((one, other) => one - other));
    expect(sampleOf(cases, 3, 'here')).toEqual(sample);
    expect(sampleOf(cases, 100)).toEqual(cases);
  });

  it('selects every case at some place', () => {
    const counts = new Map<number, number>();
    for (const place of places) for (const one of sampleOf(cases, 3, place)) counts.set(one, (counts.get(one) ?? 0) + 1);
    // 1,200 selections of 38 cases: about 32 of each.
    expect(Math.min(...cases.map((one) => counts.get(one) ?? 0))).toBeGreaterThan(10);
  });
});
