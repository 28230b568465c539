import { expect, it } from 'vitest';
import { recordReferer, refererHeader } from './profile-referer.ts';

it('[PROF-062] returns the latest search that found a person and drops old entries', () => {
  recordReferer([1, 2], 'search:7');
  recordReferer([2, 3], 'folder_search:8');
  expect(refererHeader({ id: 1 })).toEqual({ 'x-profile-referer': 'search:7' });
  expect(refererHeader({ id: 2 })).toEqual({ 'x-profile-referer': 'folder_search:8' });
  for (const input of [{ id: 4 }, { id: '1' }, {}, undefined]) expect(refererHeader(input)).toEqual({});
  recordReferer(
    Array.from({ length: 5000 }, (_, index) => index + 100),
    'search:9',
  );
  expect(refererHeader({ id: 1 })).toEqual({});
  expect(refererHeader({ id: 100 })).toEqual({ 'x-profile-referer': 'search:9' });
});
