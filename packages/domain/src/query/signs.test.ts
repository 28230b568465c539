import { describe, expect, it } from 'vitest';
import { splitPasted } from './paste.ts';
import { decodeQuery } from './query-address.ts';
import { formatQueryText, parseQueryText } from './query-text.ts';
import { applied, type QueryEntity, termsOf } from './term.ts';

const shown = (entities: readonly QueryEntity[]) => termsOf(entities).map(({ text, is_excluded: out }) => (out ? `not ${text}` : text));
/** The terms of a boolean text, or its errors. */
function read(text: string): string[] {
  const parsed = parseQueryText(text);
  return parsed.ok ? shown(parsed.value) : parsed.errors.map((error) => `${error.key}@${error.position}`);
}
/** Equal for equivalent texts. */
const meaning = (text: string) => {
  const parsed = parseQueryText(text);
  return parsed.ok ? formatQueryText(parsed.value) : parsed.errors;
};

const dashes = [...'-‐‑‒–—―−﹘﹣－'];

describe.each(dashes)('%s', (dash) => {
  it('[SRCH-015] [SRCH-054] excludes a word directly before it', () => {
    expect(read(`java ${dash}junior`)).toEqual(['java', 'not junior']);
    expect(read(`java AND ${dash}junior`)).toEqual(['java', 'not junior']);
    expect(read(`${dash}skill:Go (a ${dash}“team lead”)`)).toEqual(['not Go', 'a', 'not team lead']);
    expect(read(`skill:${dash}Go`)).toEqual(['not Go']);
    expect(meaning(`a ${dash}(b OR c)`)).toBe(meaning('a -(b OR c)'));
    expect(read(`a \u200b${dash}b`)).toEqual(['a', 'not b']);
  });

  it('[SRCH-015] is a hyphen inside a word or a range', () => {
    for (const text of [`full${dash}stack`, `Jean${dash}Luc`, `2015${dash}2020`, `C${dash}level`]) expect(read(text)).toEqual([text]);
    expect(read(`"a ${dash}b"`)).toEqual([`a ${dash}b`]);
  });

  it('[DEC-16] is refused with its position if it is alone', () => {
    expect(read(`java ${dash} junior`)).toEqual(['query_sign_alone@5']);
    expect(read(`(java ${dash})`)).toEqual(['query_sign_alone@6']);
    expect(read(`java ${dash}, b`)).toEqual(['query_sign_alone@5']);
  });

  it('[SRCH-053] [SRCH-054] excludes in a pasted list and in an address', () => {
    expect(shown(splitPasted(`Java, ${dash}PHP; ${dash} Perl, Jean${dash}Luc`, 'skill'))).toEqual([
      'Java',
      'not PHP',
      'not Perl',
      `Jean${dash}Luc`,
    ]);
    const decoded = decodeQuery(JSON.stringify(['skill:Java', `${dash}skill:PHP`, `text:${dash}x`]));
    expect(decoded.ok && shown(decoded.value)).toEqual(['Java', 'not PHP', `${dash}x`]);
  });

  it('[SRCH-053] is a bullet if a blank follows it on every line', () => {
    expect(shown(splitPasted(`${dash} Java\n${dash} C++\r\n ${dash} Jean${dash}Luc\n`, 'skill'))).toEqual([
      'Java',
      'C++',
      `Jean${dash}Luc`,
    ]);
    expect(shown(splitPasted(`${dash}Java\n${dash}C++`, 'skill'))).toEqual(['not Java', 'not C++']);
  });

  it('[DEC-16] survives a round trip through boolean text', () => {
    for (const text of [`${dash}x`, dash, `a ${dash} b`]) {
      const chips = [applied({ field: 'skill', text })];
      expect(parseQueryText(formatQueryText(chips))).toEqual({ ok: true, value: chips });
    }
  });
});

describe('other signs of boolean text', () => {
  it.each([
    ['!junior', '-junior'],
    ['java !(a OR b)', 'java -(a OR b)'],
    ['java && spring', 'java AND spring'],
    ['java&&spring', 'java AND spring'],
    ['java & spring', 'java AND spring'],
    ['java | kotlin', 'java OR kotlin'],
    ['java||kotlin', 'java OR kotlin'],
    ['java|kotlin', 'java OR kotlin'],
    ['（java OR kotlin） AND －junior', '(java OR kotlin) AND -junior'],
    ['skill：Java', 'skill:Java'],
    ['＂team lead＂', '"team lead"'],
    ['‘team lead’ x', '"team lead" x'],
    ["'team lead' x", '"team lead" x'],
    ['‹team lead›', '"team lead"'],
    ['a AND\u200b b', 'a AND b'],
  ])('[SRCH-015] %s is %s', (text, plain) => expect(meaning(text)).toBe(meaning(plain)));

  it.each([
    ['+java spring', 'query_sign_unknown@0'],
    ['java~ b', 'query_sign_unknown@4'],
    ['a java~2', 'query_sign_unknown@6'],
    ['java^2', 'query_sign_unknown@4'],
    ['wom?n', 'query_sign_unknown@3'],
    ['years>5', 'query_sign_unknown@5'],
    ['java • kotlin', 'query_sign_alone@5'],
    ['java / kotlin', 'query_sign_alone@5'],
    ['a ]', 'query_sign_alone@2'],
    ['java not junior', 'query_not_as_term@5'],
  ])('[DEC-16] %s is refused with its position', (text, fault) => expect(read(text)).toContain(fault));

  it.each(['R&D', 'C++', 'C#', '.NET', "O'Neil", 'CI/CD', '+79991234567', 'https://a.test/p?id=1&x=2', 'Yahoo!', 'AT&T', '50%'])(
    '[SRCH-001] keeps %s as one term',
    (text) => expect(read(`name:${text}`)).toEqual([text]),
  );

  it('[SRCH-053] bullets and quotation marks of a pasted list are not part of its terms', () => {
    expect(shown(splitPasted('• Java\n•C++\n* Go；‘team lead’，‹x›', 'skill'))).toEqual(['Java', 'C++', 'Go', 'team lead', 'x']);
  });

  it('are read in linear time', () => {
    for (const part of ["'a ", '‘', '–', '\u200b', '!', '|', '&', '~', '?'])
      expect(typeof parseQueryText(part.repeat(10_000 / part.length)).ok).toBe('boolean');
  });
});
