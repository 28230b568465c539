import { describe, expect, it } from 'vitest';
import { assert, property, string, stringMatching } from 'fast-check';
import { decodedLink } from './decoded-link.ts';

describe('percent-encoded link', () => {
  it.each([
    ['https://ru.wikipedia.org/wiki/%D0%98%D0%B2%D0%B0%D0%BD', 'https://ru.wikipedia.org/wiki/Иван'],
    ['https://a.test/%61%2d%7E', 'https://a.test/a-~'],
    ['https://a.test/a%2Fb%3Fc%23d%25', 'https://a.test/a%2Fb%3Fc%23d%25'],
    ['https://a.test/%D0', 'https://a.test/%D0'],
    ['https://a.test/%ED%A0%80%F4%90%80%80%C0%AF', 'https://a.test/%ED%A0%80%F4%90%80%80%C0%AF'],
    ['https://a.test/%F0%9F%98%80', 'https://a.test/😀'],
  ])('%s', (encoded, plain) => expect(decodedLink(encoded)).toBe(plain));

  it('never throws and keeps plain links', () => {
    assert(property(string({ unit: 'binary', maxLength: 60 }), (text) => decodedLink(text).length <= text.length));
    expect(decodedLink('%'.repeat(99))).toBe('%'.repeat(99));
    const letters = stringMatching(/^[a-zа-яё0-9._~-]{0,40}$/);
    assert(property(letters, (text) => decodedLink(encodeURIComponent(text)) === text));
  });
});
