import { array, constantFrom, oneof, string, tuple, type Arbitrary } from 'fast-check';
import { storableText } from '@headwater/domain/storable-text';

/** Injection attempts in names and addresses. */
const templates = [
  '{{FIRST_NAME}}',
  '{{COMPANY}}',
  '{{UNSUBSCRIBE}}',
  '{{',
  '}}',
  '{{{{NICK}}}}',
  '{{SENDER_EMAIL}}',
  '${7*7}',
  '#{7*7}',
  '<%= 7*7 %>',
  '{% include "x" %}',
  '$&',
  '$1',
  "$'",
  '$`',
  '%s',
  '\\u0041',
  '__proto__',
  'https://unsubscribe.invalid/',
];
const markup = [
  '<script>alert(1)</script>',
  '<b>',
  '</p>',
  '</body>',
  '<!--',
  '-->',
  '<img src="/api/files/v1/1/download/">',
  '"><a href="https://evil.test/">',
  "' onmouseover='x",
  '&lt;',
  '&amp;amp;',
  '&#x3c;',
  '<![CDATA[',
  'javascript:alert(1)',
  '<style>',
  '<a href="https://evil.test/?',
];
const headers = [
  '\r\nBcc: evil@evil.test',
  '\nBcc: evil@evil.test\n\n',
  '\rCc: evil@evil.test\r',
  '%0d%0aBcc: evil@evil.test',
  '\r\n\r\n<p>other</p>',
  '=?utf-8?B?QmNjOiBldmls?=',
  '=?utf-8?Q?=0D=0ABcc:_evil@evil.test?=',
  '\r\n.\r\nMAIL FROM:<evil@evil.test>',
  '\u2028Bcc: evil@evil.test',
  '\u0085Bcc: evil@evil.test',
  '\v\f\b',
  ' <evil@evil.test>',
  '", <evil@evil.test>',
  '(comment)',
  'group: evil@evil.test;',
  '\\',
  '\\"',
];
const addresses = [
  'anna@people.test',
  "o'neil+x=1@people.test",
  'a%b@people.test',
  'a!b@people.test',
  '@',
  ',evil@evil.test',
  ';evil@evil.test',
  ' evil@evil.test',
  '>\r\nRCPT TO:<evil@evil.test',
  '\r\nDATA\r\n',
  '<',
  '>',
  '"quoted local"',
  '[127.0.0.1]',
  '@evil.test:anna@people.test',
  'мария@почта.рф',
  'anna@xn--e1afmkfd.test',
  'anna@people.test.',
  'anna@people..test',
  'mailto:',
  '?cc=evil@evil.test',
  '{{EMAIL}}',
  '\t',
  '\u00ad',
  '\u200b',
  '＠',
  'ａnna@people.test',
];

/** Arbitrary text without control characters. */
const ordinary = string({ unit: 'binary', maxLength: 8 });

const pieces = (fragments: readonly string[]): Arbitrary<string> =>
  array(oneof({ weight: 3, arbitrary: constantFrom(...fragments) }, { weight: 1, arbitrary: ordinary }), {
    minLength: 1,
    maxLength: 5,
  }).map((parts) => storableText(parts.join('')));

const kept = addresses.filter((address) => /^[^\s@<>]+@[^\s@]+[a-z]$/.test(address) && !address.startsWith('@'));

/** Every second one is an address with pasted surroundings. */
const address = oneof(
  pieces(addresses),
  tuple(
    constantFrom('', '<', ' ', 'mailto:', '("'),
    constantFrom(...kept),
    constantFrom('', '>', ',', '.', '?cc=evil@evil.test', '>;', ' '),
  ).map((parts) => parts.join('')),
);

const name = pieces([...templates, ...markup, ...headers]);

export interface Payloads {
  first: string;
  last: string;
  company: string;
  title: string;
  nick: string;
  vacancy: string;
  sender: string;
  address: string;
}

export const payloadsPerMail = 8;

export const payloads: Arbitrary<Payloads> = tuple(name, name, name, name, name, name, name, address).map(
  ([first, last, company, title, nick, vacancy, sender, written]) => ({
    first,
    last,
    company,
    title,
    nick,
    vacancy,
    sender,
    address: written,
  }),
);
