import { describe, expect, it } from 'vitest';
import { again, countStates, maxEntries, isRetryable, withFiles, withOutcome } from './import-queue.ts';

const file = (name: string, text = name) => new File([text], name, { lastModified: 1 });

describe('files of an import', () => {
  it('[PEDT-008] are added once, without system files', () => {
    const { entries } = withFiles([], [file('a.pdf'), file('.DS_Store'), file('Thumbs.db'), file('a.pdf'), file('a.pdf', 'another')]);
    expect(entries.map(({ file: { name, size }, state }) => [name, size, state])).toEqual([
      ['a.pdf', 5, 'waiting'],
      ['a.pdf', 7, 'waiting'],
    ]);
    expect(withFiles(entries, [file('a.pdf'), file('b.pdf')]).entries).toHaveLength(3);
  });

  it('[PEDT-008] above the limit are counted', () => {
    const many = Array.from({ length: maxEntries + 3 }, (_each, index) => file(`${index}.pdf`));
    const taken = withFiles([], many);
    expect([taken.entries.length, taken.left]).toEqual([maxEntries, 3]);
  });

  it('[PEDT-008] are sent again during a server restart but not after a refusal', () => {
    expect([0, 429, 502, 503, 504].every(isRetryable)).toBe(true);
    expect([400, 401, 403, 413, 500, 507].some(isRetryable)).toBe(false);
  });

  it('[PEDT-008] are counted by state, and failed ones can be retried', () => {
    let { entries } = withFiles(
      [],
      ['a', 'b', 'c', 'd'].map((name) => file(`${name}.pdf`)),
    );
    const keys = entries.map(({ key }) => key);
    entries = withOutcome(entries, keys[0] ?? '', { state: 'added', profileId: 7 });
    entries = withOutcome(entries, keys[1] ?? '', { state: 'known', profileId: 8 });
    entries = withOutcome(entries, keys[2] ?? '', { state: 'failed', problem: 'Damaged' });
    expect(countStates(entries)).toEqual({ waiting: 1, reading: 0, added: 1, known: 1, failed: 1 });
    expect(again(entries).map(({ state, problem, profileId }) => [state, problem, profileId])).toEqual([
      ['added', undefined, 7],
      ['known', undefined, 8],
      ['waiting', undefined, undefined],
      ['waiting', undefined, undefined],
    ]);
  });
});
