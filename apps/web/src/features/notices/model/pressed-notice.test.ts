import { expect, it } from 'vitest';
import { pressedNotice } from './pressed-notice.ts';

it('reads the notice id of a clicked notification and ignores other messages', () => {
  expect(pressedNotice({ opened: '/notices/12' })).toBe(12);
  for (const data of [{ opened: '/notices' }, { opened: 12 }, { opened: '/notices/12/x' }, null, 'a', {}]) {
    expect(pressedNotice(data)).toBeUndefined();
  }
});
