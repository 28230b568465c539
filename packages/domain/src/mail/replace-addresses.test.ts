import { expect, it } from 'vitest';
import { replaceAddresses } from './replace-addresses.ts';

const hidden = (text: string) => replaceAddresses(text, () => '#');

it.each([
  ['Write to vera.lisova77@gmail.com.', 'Write to #.'],
  ['550 5.1.1 <Vera.Lisova77+jobs@Gmail.com>: unknown', '550 5.1.1 <#>: unknown'],
  ['mailto:vera@mail.test?subject=x, "o.b@mail.test"; a@b.test', 'mailto:#, "#"; #'],
  ['rfc822;vera@mail.test', 'rfc822;#'],
  ['«вера@почта.рф»', '«#»'],
  ['vera＠mail.test vera%40mail.test', '# #'],
  ['vera@gm\u200Bail.com', '#'],
  ['first@vera.lisova77@gmail.com', '#'],
  ['https://acme.test/?to=vera%40mail.test&x=1', 'https:#'],
])('replaces addresses by their form: %j', (text, expected) => {
  expect(hidden(text)).toBe(expected);
});

it.each(['Ask @vera_dev', 'Lunch @ 12.30', 'vera@localhost', 'C++ and .NET 8.0', '50% of 3.5', 'https://acme.test/@vera', '@@@@', ''])(
  'keeps other texts: %j',
  (text) => {
    expect(hidden(text)).toBe(text);
  },
);

it('passes each address without the end of its sentence', () => {
  const found: string[] = [];
  replaceAddresses("Is it Vera@Mail.test?! Or 'o@mail.test'.", (address) => {
    found.push(address);
    return '';
  });
  expect(found).toEqual(['Vera@Mail.test', "'o@mail.test"]);
});
