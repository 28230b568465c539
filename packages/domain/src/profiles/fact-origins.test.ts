import { describe, expect, it } from 'vitest';
import { isStale, type OriginLayer, originOfEntry } from './fact-origins.ts';

const layer = (source: OriginLayer['source'], on: string, companies?: readonly string[]): OriginLayer => ({
  source,
  by: null,
  on,
  entries: companies?.map((company) => ({ company, start: '2020-01' })),
});
const origin = (layers: readonly OriginLayer[]) => originOfEntry('positions', layers, { company: 'Acme', start: '2020' })?.on;

describe('the origin of an entry', () => {
  it('[PPL-001] is the version that added it, and not a later one that carries it over', () => {
    const base = layer('base', '2023-01-01', ['Acme']);
    expect(origin([base, layer('file', '2024-01-01', ['Acme', 'Beta']), layer('enrichment', '2025-01-01')])).toBe('2023-01-01');
    expect(origin([layer('base', '2023-01-01', []), layer('file', '2024-01-01', ['ACME'])])).toBe('2024-01-01');
  });

  it('[PPL-001] is the newest save in the form, which confirms the list, or the version that added it again', () => {
    const base = layer('base', '2023-01-01', ['Acme']);
    expect(origin([base, layer('form', '2025-01-01', ['Acme'])])).toBe('2025-01-01');
    expect(origin([base, layer('form', '2024-01-01', []), layer('file', '2025-01-01', ['Acme'])])).toBe('2025-01-01');
    expect(origin([base, layer('form', '2024-01-01', [])])).toBeUndefined();
  });

  it('[PPL-001] is stale after a year', () => {
    const now = new Date('2026-11-30T12:00:00Z');
    expect([isStale({ on: '2025-11-30' }, now), isStale({ on: '2025-12-01' }, now)]).toEqual([true, false]);
  });
});
