import { describe, expect, it } from 'vitest';
import { readOpen } from './open-person.ts';

describe('[SRCH-009] the profile open beside the results', () => {
  it('is a separate parameter of the address', () => {
    expect(readOpen('?q=["skill:Go"]&open=17&page=2')).toEqual({ queryString: 'q=["skill:Go"]&page=2', openId: 17 });
    expect(readOpen('?open=17')).toEqual({ queryString: '', openId: 17 });
    expect(readOpen('?open=17&q=a')).toEqual({ queryString: 'q=a', openId: 17 });
    expect(readOpen('')).toEqual({ queryString: '', openId: undefined });
  });
  it('is undefined for an invalid id or a longer parameter name', () => {
    for (const text of ['0', '-3', 'x', '1e5', '99999999999999999']) expect(readOpen(`?open=${text}`).openId).toBeUndefined();
    expect(readOpen('?reopen=3&q=open=4')).toEqual({ queryString: 'reopen=3&q=open=4', openId: undefined });
  });
});
