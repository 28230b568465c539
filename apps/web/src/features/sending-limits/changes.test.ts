import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

it('[DEC-10] contains only changed values, including a removed limit', () => {
  const shown = { per_day: 2000, per_domain_per_hour: 100 as number | null };
  expect(changesOf(shown, { ...shown })).toEqual({});
  expect(changesOf(shown, { ...shown, per_domain_per_hour: null })).toEqual({ per_domain_per_hour: null });
  expect(changesOf({ gap_seconds: 120 }, { gap_seconds: Number.NaN })).toEqual({ gap_seconds: Number.NaN });
});
