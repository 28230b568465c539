import { describe, expect, it } from 'vitest';
import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';
import { changeTo, cleared, isFiltered, textOf } from './filtering.ts';
import type { ListFilter } from './list.ts';

const params = screenParams({
  search: textParam,
  owner: idParam,
  status: oneOf(['active', 'closed', 'all'], 'active'),
  shown: oneOf(['now', 'released'], 'now'),
  stage: oneOf(['sent', 'opened']),
  page: pageParam,
});
const filters: readonly ListFilter<typeof params.shape>[] = [
  { kind: 'search', name: 'search', label: 'Search' },
  { kind: 'select', name: 'owner', label: 'Owner', any: 'Any owner', options: [] },
  { kind: 'choice', name: 'status', label: 'Status', options: [], narrows: ['closed'] },
  { kind: 'choice', name: 'shown', label: 'Shown', options: [] },
  { kind: 'elsewhere', name: 'stage' },
];
const filtered = (address: Record<string, string>) => isFiltered(params, params.read(address), filters);

describe('list filters', () => {
  it('exclude rows if any has a value', () => {
    expect(filtered({})).toBe(false);
    expect(filtered({ page: '3' })).toBe(false);
    expect(filtered({ search: 'a' })).toBe(true);
    expect(filtered({ owner: '7' })).toBe(true);
    expect(filtered({ stage: 'sent' })).toBe(true);
  });

  it('count a choice only for values that exclude rows', () => {
    expect(filtered({ status: 'closed' })).toBe(true);
    expect(filtered({ status: 'all' })).toBe(false);
    expect(filtered({ shown: 'released' })).toBe(false);
  });

  it('are cleared together, except a choice that excludes nothing', () => {
    expect(cleared(params, filters)).toStrictEqual({ search: '', owner: undefined, status: 'active', stage: undefined, page: 1 });
  });

  it('use the values of the address', () => {
    expect(textOf(params, params.read({ owner: '7' }), 'owner')).toBe('7');
    expect(textOf(params, params.read({}), 'status')).toBeUndefined();
    expect(changeTo(params, 'owner', '7')).toEqual({ owner: 7, page: 1 });
    expect(changeTo(params, 'status', undefined)).toEqual({ status: 'active', page: 1 });
  });
});
