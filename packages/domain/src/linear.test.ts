import { describe, expect, it } from 'vitest';
import { normaliseAddress, oneLine } from './mail/address.ts';
import { classifyIncoming } from './mail/classify-incoming.ts';
import { decodeEntities } from './mail/entities.ts';
import type { ParsedMail } from './mail/message.ts';
import { ownText } from './mail/own-text.ts';
import { baseSubject } from './mail/subject.ts';
import { lintMessage } from './outreach/lint.ts';
import { looksDead } from './outreach/links.ts';
import { signOf } from './outreach/machine-detection.ts';
import { fillVariables, usedVariables } from './outreach/variables.ts';
import { maxCharacters } from './query/errors.ts';
import { splitPasted } from './query/paste.ts';
import { parseQueryText } from './query/query-text.ts';
import { type Reader, slowReadings } from './testing/require-linear.ts';

const mail = (more: Partial<ParsedMail>): ParsedMail => ({
  messageId: '<a@b.test>',
  inReplyTo: [],
  references: [],
  from: { name: '', address: 'mailer-daemon@b.test' },
  sender: null,
  replyTo: [],
  to: [],
  cc: [],
  subject: '',
  date: null,
  headers: [],
  text: '',
  html: '',
  reports: [],
  attachments: [],
  ...more,
});

const person = { name: 'Anna', address: 'anna@b.test' };
const sns = { name: '', address: 'no-reply@sns.amazonaws.com' };

/** Longest body of a template or message in the contract. */
const longestBody = 100_000;
const links = ['', 'https://', 'https://a.b/', 'mailto:', 'mailto:a@'];

const readers: Reader[] = [
  { name: 'the text of a failure notice', read: (text) => classifyIncoming(mail({ text })) },
  { name: 'the html of a failure notice', read: (html) => classifyIncoming(mail({ html })) },
  { name: 'the text of a letter', read: (text) => classifyIncoming(mail({ from: person, text })) },
  { name: 'the html of a letter', read: (html) => classifyIncoming(mail({ from: person, html })) },
  { name: 'the text of a notice of Amazon', read: (text) => classifyIncoming(mail({ from: sns, text: `{"a":${text}}` })) },
  {
    name: 'a delivery report',
    read: (text) => classifyIncoming(mail({ text, reports: [{ mediaType: 'message/delivery-status', text }] })),
  },
  {
    name: 'the answer of a server in a report',
    read: (text) =>
      classifyIncoming(
        mail({ reports: [{ mediaType: 'message/delivery-status', text: `a: b\n\nfinal-recipient: a@b.c\ndiagnostic-code: ${text}` }] }),
      ),
  },
  { name: 'a complaint', read: (text) => classifyIncoming(mail({ reports: [{ mediaType: 'message/feedback-report', text }] })) },
  {
    name: 'a subject and a sender',
    read: (text) => [classifyIncoming(mail({ subject: text, from: { name: text, address: text } })), baseSubject(text)],
  },
  {
    name: 'headers',
    read: (text) =>
      classifyIncoming(mail({ headers: ['return-path', 'x-failed-recipients', 'content-type'].map((name) => ({ name, value: text })) })),
  },
  { name: 'what a person wrote as text', read: (text) => ownText({ text, html: '' }) },
  { name: 'what a person wrote as html', read: (html) => ownText({ text: '', html }) },
  { name: 'an address', read: normaliseAddress },
  { name: 'a name', read: oneLine, most: 100_000 },
  { name: 'character references', read: decodeEntities, most: 512 * 1024 },
  {
    name: 'what may be wrong with a message',
    read: (body) => lintMessage({ subject: body.slice(0, 255), body, custom: [], mass: true }, ['FIRST_NAME']),
    most: longestBody,
  },
  { name: 'links of a message', read: (text) => links.map((begin) => looksDead(`${begin}${text}`)), most: longestBody },
  {
    name: 'variables of a message',
    read: (text) => [
      fillVariables(text, { A: text }, 'text'),
      fillVariables(`<a href="${text}`, { A: 'a b' }, 'html'),
      usedVariables(text),
    ],
    most: longestBody,
  },
  { name: 'a query', read: (text) => parseQueryText(text), most: maxCharacters },
  { name: 'a pasted list', read: (text) => splitPasted(text, 'text'), most: maxCharacters },
  { name: 'the name of a program', read: (agent) => signOf({ method: 'GET', agent, address: agent, sinceSent: 60_000 }) },
];

describe('readers of outside text take linear time for repeated input', () => {
  // The limit is processor time, so the timeout allows for a busy machine.
  it.each(readers)('$name', { timeout: 600_000 }, async (reader) => {
    expect((await slowReadings(reader)).join('\n')).toBe('');
  });
});
