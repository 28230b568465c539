import { describe, expect, it } from 'vitest';
import { readOpen } from './open-person.ts';

describe('[SRCH-009] the person who is open beside the results', () => {
  it('stands in the address, apart from the search', () => {
    expect(readOpen('?q=["skill:Go"]&open=17&page=2')).toEqual({ queryString: 'q=["skill:Go"]&page=2', openId: 17 });
    expect(readOpen('?open=17')).toEqual({ queryString: '', openId: 17 });
    expect(readOpen('?open=17&q=a')).toEqual({ queryString: 'q=a', openId: 17 });
    expect(readOpen('')).toEqual({ queryString: '', openId: undefined });
  });
  it('is nobody where it is no number of a profile, and no part of another name', () => {
    for (const text of ['0', '-3', 'x', '1e5', '99999999999999999']) expect(readOpen(`?open=${text}`).openId).toBeUndefined();
    expect(readOpen('?reopen=3&q=open=4')).toEqual({ queryString: 'reopen=3&q=open=4', openId: undefined });
  });
});
