import { expect, it } from 'vitest';
import { clickedNotice } from './clicked-notice.ts';

it('reads the notice id of a clicked notification and ignores other messages', () => {
  expect(clickedNotice({ opened: '/notices/12' })).toBe(12);
  for (const data of [{ opened: '/notices' }, { opened: 12 }, { opened: '/notices/12/x' }, null, 'a', {}]) {
    expect(clickedNotice(data)).toBeUndefined();
  }
});
