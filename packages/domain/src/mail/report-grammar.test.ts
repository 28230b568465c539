import { describe, expect, it } from 'vitest';
import { classifyIncoming } from './classify-incoming.ts';
import type { ParsedMail } from './message.ts';
import { ownText } from './own-text.ts';

/** Generated reports: RFC 5321 answers, RFC 3463 codes, RFC 3464 fields, and words around them. */

const us = 'anna@acme.test';

const report = (changes: Partial<ParsedMail>): ParsedMail => ({
  messageId: null,
  inReplyTo: [],
  references: [],
  from: { name: '', address: 'mailer-daemon@mx.b.test' },
  sender: null,
  replyTo: [],
  to: [{ name: '', address: us }],
  cc: [],
  subject: 'Undelivered mail',
  date: null,
  text: '',
  html: '',
  reports: [],
  attachments: [],
  headers: [],
  ...changes,
});

const read = (changes: Partial<ParsedMail>) => {
  const verdict = classifyIncoming(report(changes));
  return verdict.kind === 'bounce' ? verdict.bounces.map(({ recipient, permanence }) => `${recipient} ${permanence}`) : verdict.kind;
};

const gone = [
  '550 5.1.1 User unknown',
  '550 No such user here',
  '550 unknown user',
  '550-5.1.1 The account does not exist',
  '553 mailbox not found',
];
const full = ['552 5.2.2 Mailbox full', '452 4.2.2 Over quota', '550 mailbox is full'];
const ofUs = [
  '550 5.7.1 Message rejected as spam',
  '554 5.7.1 Client host blocked using zen.spamhaus.org',
  '550 5.7.26 DMARC check failed',
];
const answers: [string, 'hard' | 'soft'][] = [
  ...gone.map((text) => [text, 'hard'] as [string, 'hard']),
  ...[...full, ...ofUs].map((text) => [text, 'soft'] as [string, 'soft']),
];

/**
 * Wording of server families: Postfix, Exim, sendmail, qmail, Exchange, web mailers, and an
 * invented one.
 */
const families: [string, (address: string, answer: string) => string][] = [
  [
    'postfix',
    (address, answer) =>
      `I'm sorry to have to inform you.\n\n<${address}>: host mx.b.test[192.0.2.1] said: ${answer}\n    (in reply to RCPT TO command)\n`,
  ],
  ['exim', (address, answer) => `The following address(es) failed:\n\n  ${address}\n    host mx.b.test [192.0.2.1]:\n    ${answer}\n`],
  [
    'sendmail',
    (address, answer) =>
      `   ----- The following addresses had permanent fatal errors -----\n<${address}>\n    (reason: ${answer})\n\n   ----- Transcript of session follows -----\n... while talking to mx.b.test.:\n>>> RCPT TO:<${address}>\n<<< ${answer}\n`,
  ],
  [
    'qmail',
    (address, answer) =>
      `Hi. This is the qmail-send program at acme.test.\nI've given up.\n\n<${address}>:\n192.0.2.1 does not like recipient.\nRemote host said: ${answer}\nGiving up on 192.0.2.1.\n`,
  ],
  [
    'exchange',
    (address, answer) => `Delivery has failed to these recipients or groups:\n\n${address}\n\nRemote Server returned '${answer}'\n`,
  ],
  ['tabular', (address, answer) => `Your message could not be delivered.\n\nRecipient: ${address}\nReason: ${answer}\n`],
  ['one line', (address, answer) => `Delivery failed.\n${address} Invalid Address, ERROR_CODE :${answer}\n`],
];

describe.each(families)('report in the words of %s', (_, words) => {
  it.each(answers)('[SEND-009] reads «%s» as %s with its recipient', (answer, permanence) => {
    expect(read({ text: words('petr@b.test', answer) })).toEqual([`petr@b.test ${permanence}`]);
  });

  it('[SEND-009] assigns each of two recipients their answer', () => {
    const [head = '', ...more] = words('petr@b.test', '550 5.1.1 User unknown').split(/(?=^.*petr@b\.test)/m);
    const [, ...second] = words('olga@b.test', '552 5.2.2 Mailbox full').split(/(?=^.*olga@b\.test)/m);
    expect(read({ text: `${head}${more.join('')}\n${second.join('')}` })).toEqual(['petr@b.test hard', 'olga@b.test soft']);
  });

  it("[SEND-009] prefers the server's answer to the subject", () => {
    expect(read({ subject: 'Warning: message delayed (Deferred)', text: words('petr@b.test', '550 5.1.1 User unknown') })).toEqual([
      'petr@b.test hard',
    ]);
  });

  it('[SEND-009] recognises a report under a subject in any language', () => {
    for (const subject of ['配信エラーのお知らせ', 'Kézbesítési hiba', 'Nachricht', ''])
      expect(read({ subject, text: words('petr@b.test', '550 5.1.1 User unknown') })).toEqual(['petr@b.test hard']);
  });
});

describe('delivery report', () => {
  it('[SEND-009] names all four listed recipients', () => {
    const list = ['a', 'b', 'c', 'd'].map((name) => `<${name}@b.test>`).join('\n');
    expect(
      read({ text: `This is from ${us}.\nThe following addresses had permanent fatal errors:\n${list}\n\n550 5.1.1 User unknown\n` }),
    ).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@b.test hard`));
  });

  it('[SEND-009] never names the sender as the recipient', () => {
    const text = `The original message was received from ${us}\nfrom other@acme.test by relay\n\n550 5.1.1 <petr@b.test>... User unknown\n`;
    expect(read({ text })).toEqual(['petr@b.test hard']);
  });

  it('[SEND-009] is recognised by a quoted answer alone', () => {
    const plain = { subject: 'Sorry', from: { name: 'System', address: 'system@b.test' } };
    expect(read({ ...plain, headers: [{ name: 'return-path', value: '<>' }], text: '550 5.1.1 <petr@b.test> user unknown' })).toEqual([
      'petr@b.test hard',
    ]);
    expect(
      read({
        ...plain,
        headers: [
          { name: 'auto-submitted', value: 'auto-replied' },
          { name: 'return-path', value: '<>' },
        ],
        text: '宛先: petr@b.test\n550 5.1.1 unknown',
      }),
    ).toEqual(['petr@b.test hard']);
  });
});

describe('personal message', () => {
  it('[SEND-009] is a reply when it comes from postmaster@', () => {
    expect(
      read({
        from: { name: 'Oleg', address: 'postmaster@b.test' },
        subject: 'Re: Vacancy',
        inReplyTo: ['<a@acme.test>'],
        text: 'Yes, call me.',
      }),
    ).toBe('reply');
    expect(read({ from: { name: 'Oleg', address: 'postmaster@b.test' }, subject: 'Quota report', text: 'You use 80 %.' })).toBe('other');
  });

  it('[SEND-009] is no report when it quotes a server', () => {
    const text = 'Your first message came back to me with 550 5.1.1 User unknown, so I write from here. When can we talk?';
    expect(read({ from: { name: '', address: 'petr@b.test' }, subject: 'Re: Vacancy', inReplyTo: ['<a@acme.test>'], text })).toBe('reply');
  });
});

describe('own text', () => {
  it('[SEND-009] removes wrapped parts of quoted lines', () => {
    const text = [
      'Yes, gladly.',
      '',
      '> We are looking for an engineer who would like to work with us on the new',
      'platform in Berlin',
      '> and lead a team of five.',
    ].join('\n');
    expect(ownText({ text, html: '' })).toBe('Yes, gladly.');
  });

  it('[SEND-009] keeps answers between quoted lines', () => {
    const text = [
      '> Are you open to a new job this year, and would you like to move to Berlin?',
      'yes, in spring',
      '> And which salary do you expect?',
      '100k',
    ].join('\n');
    expect(ownText({ text, html: '' })).toBe('yes, in spring\n100k');
  });

  it('[SEND-009] keeps any number of lines directly above an attribution', () => {
    for (let count = 1; count <= 9; count += 1) {
      const own = Array.from({ length: count }, (_, at) => `Line ${at + 1}`).join('\n');
      for (const head of [
        'On Mon, 3 Nov 2025 at 10:00, Anna <anna@acme.test> wrote:',
        'пн, 3 нояб. 2025 г. в 10:00, Анна <anna@acme.test>:',
      ])
        expect(ownText({ text: `${own}\n${head}\n> Hello`, html: '' })).toBe(own);
    }
  });
});

/** Reports that name the refused command. */
const afterData: [string, (address: string) => string][] = [
  [
    'postfix',
    (address) => `<${address}>: host mx.b.test[192.0.2.1] said: 550 Unknown user ${address} (in reply to end of DATA\n    command)\n`,
  ],
  [
    'exim',
    (address) =>
      `  ${address}\n    SMTP error from remote mail server after end of data:\n    host mx.b.test [192.0.2.1]: 550 User unknown\n`,
  ],
  [
    'sendmail',
    (address) =>
      `<${address}>\n    (reason: 550 ${address}... No such user)\n\n>>> DATA\n<<< 550 ${address}... No such user\n554 5.0.0 Service unavailable\n`,
  ],
];

it.each(afterData)('[SEND-026] rates a message that %s refused after accepting the address as a soft bounce', (_, words) => {
  const text = words('petr@b.test');
  expect(read({ text })).toEqual(['petr@b.test soft']);
  const group =
    'Reporting-MTA: dns; a\n\nFinal-Recipient: rfc822; petr@b.test\nAction: failed\nStatus: 5.2.0\nDiagnostic-Code: smtp; 550 User unknown\n';
  expect(read({ text, reports: [{ mediaType: 'message/delivery-status', text: group }] })).toEqual(['petr@b.test soft']);
});

/** sendmail's report on an answer after DATA. */
const said = (answer: string, more = '') => read({ text: `<petr@b.test>\n    (reason: ${answer})\n\n>>> DATA\n<<< ${answer}\n${more}` });

it('[SEND-026] rates unknown codes and answers to pipelined commands as hard bounces', () => {
  expect(said('550 5.1.1 User unknown')).toEqual(['petr@b.test hard']);
  expect(said('550 User unknown', '<<< 503 Need RCPT (recipient)\n')).toEqual(['petr@b.test hard']);
});
