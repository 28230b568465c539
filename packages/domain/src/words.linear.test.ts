import { describe, expect, it } from 'vitest';
import { withoutPersons } from './error-report.ts';
import { readHttpLink } from './http-link.ts';
import { checkDomain } from './mail/deliverability.ts';
import { replaceAddresses } from './mail/replace-addresses.ts';
import { retryAfterOf } from './mail/retry-after.ts';
import { readRefusal } from './mail/smtp-refusal.ts';
import { mentionsIn } from './mentions.ts';
import { otherReadings, personNameKey } from './names/person-name-key.ts';
import { nameFactsOf } from './profiles/duplicates/name-facts.ts';
import { readLink } from './profiles/links.ts';
import { withoutContacts } from './profiles/without-contacts.ts';
import { decodeSearch } from './query/address.ts';
import { type Reader, slowReadings } from './testing/require-linear.ts';
import { tokenize } from './text/tokenize.ts';

/** The longest line of a request, with its headers. */
const longestHead = 128 * 1024;
/** A record of a name server. */
const longestRecord = 64 * 1024;
/** A description in a profile holds ten thousand signs; ten times as much. */
const longestWords = 100_000;
/** Names of people are columns of 255 signs; files are read before they are measured. */
const longestName = 4 * 1024;
const links = ['', 'https://', 'https://a.b/', 'mailto:', 'mailto:a@'];
const colleagues = ['a', 'a@', '@', 'Anna Lee', ' ', '日'].map((name, index) => ({ id: index + 1, name }));
const records = [
  ['a.test', 'v=spf1 '],
  ['_dmarc.a.test', 'v=DMARC1; '],
  ['google._domainkey.a.test', 'v=DKIM1; '],
] as const;

const readers: Reader[] = [
  { name: 'a search address', read: (text) => [decodeSearch(`q=${text}`), decodeSearch(`filters=${text}`)], most: longestHead },
  { name: 'whom a comment mentions', read: (text) => mentionsIn(text, colleagues) },
  {
    name: 'the address of a page',
    read: (text) => links.map((begin) => [readLink(begin + text), readHttpLink(begin + text)]),
    most: longestWords,
  },
  { name: 'words from which contacts are taken out', read: withoutContacts, most: longestWords },
  { name: 'addresses that are hidden in a text', read: (text) => replaceAddresses(text, () => ''), most: longestWords },
  { name: 'words of a text', read: tokenize },
  {
    name: 'the name of a person',
    read: (text) => [personNameKey(text), otherReadings(text), nameFactsOf({ first_name: text, last_name: text, name_latin: text })],
    most: longestName,
  },
  { name: 'the message of a defect', read: withoutPersons, most: longestWords },
  {
    name: 'records of a domain',
    read: (text) =>
      checkDomain({
        domain: 'a.test',
        smtpHost: 'smtp.gmail.com',
        txtRecords: new Map(records.map(([name, begin]) => [name, [begin + text]])),
      }),
    most: longestRecord,
  },
  {
    name: 'the answer of a mail server',
    read: (text) => [readRefusal({ code: 550, text, command: 'RCPT' }), retryAfterOf(text)],
    most: longestRecord,
  },
];

describe('whatever an outsider repeats, reading it takes time that grows with its length', () => {
  // Bounded in time of the processor; a busy machine may take its own.
  it.each(readers)('$name', { timeout: 600_000 }, async (reader) => {
    expect((await slowReadings(reader)).join('\n')).toBe('');
  });
});
