import { describe, expect, it } from 'vitest';
import { readRefusal, type RefusalSubject, type SmtpCommand } from './smtp-refusal.ts';

/** Wording of Postfix, Exim, Exchange, Gmail and others. */
const replies: [SmtpCommand, string, RefusalSubject][] = [
  ['RCPT', '550 5.1.1 <x@b.test>: Recipient address rejected: User unknown in local recipient table', 'recipient'],
  ['RCPT', '550 No such user here', 'recipient'],
  ['RCPT', '550 5.4.1 Recipient address rejected: Access denied. [AM7EUR03FT042.eop-EUR03.prod.protection.outlook.com]', 'recipient'],
  ['RCPT', '550 5.7.1 No such user!', 'recipient'],
  ['RCPT', '450 4.1.1 <x@b.test>: Recipient address rejected: unverified address', 'server'],
  ['DATA', '550 5.1.1 <x@b.test> User unknown', 'recipient'],
  ['RCPT', '452 4.2.2 <x@b.test> Quota exceeded (mailbox for user is full)', 'recipient_temporary'],
  ['RCPT', '552 5.2.2 <x@b.test>: Recipient address rejected: over quota', 'recipient_temporary'],
  ['RCPT', '552 5.2.2 Mailbox is full', 'recipient_temporary'],
  ['DATA', '552 5.2.2 <x@b.test> Quota exceeded (mailbox for user is full)', 'recipient_temporary'],
  [
    'RCPT',
    '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    'recipient_temporary',
  ],
  ['RCPT', '553 5.7.1 <bob@corp.test>: Sender address rejected: not owned by user ann', 'sender'],
  ['RCPT', '554 5.7.1 <x@b.test>: Relay access denied', 'sender'],
  [
    'RCPT',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query',
    'sender',
  ],
  ['RCPT', '554 5.7.1 <x@b.test>: Recipient address rejected: Access denied', 'sender'],
  ['RCPT', '450 4.7.1 <laptop>: Helo command rejected: Host not found', 'sender'],
  ['RCPT', '504 5.5.2 <laptop>: Helo command rejected: need fully-qualified hostname', 'sender'],
  ['RCPT', '450 4.1.8 <ann@corp.test>: Sender address rejected: Domain not found', 'sender'],
  ['RCPT', '550 Administrative prohibition', 'sender'],
  ['RCPT', '550 5.7.1 rejected by policy', 'sender'],
  ['MAIL', '530 5.7.0 Must issue a STARTTLS command first', 'sender'],
  ['MAIL', '530 5.7.1 Authentication required', 'sender'],
  ['MAIL', '550 5.1.0 Address rejected', 'sender'],
  ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'sender'],
  ['DATA', '554 5.2.252 SendAsDenied; ann@corp.test not allowed to send as bob@corp.test', 'sender'],
  ['RCPT', '450 4.7.1 Error: too much mail from 192.0.2.1', 'limit'],
  ['MAIL', '550 5.4.5 Daily user sending quota exceeded', 'limit'],
  ['MAIL', '550-5.4.5 Daily user sending limit exceeded', 'limit'],
  ['RCPT', '452 4.5.3 Error: too many recipients', 'limit'],
  ['DATA', '450 4.7.0 Too many messages, try again in 30 seconds', 'limit'],
  ['MAIL', '421 4.7.0 Try again later, closing connection', 'limit'],
  ['MAIL', '552 5.3.4 Message size exceeds fixed limit', 'too_large'],
  ['DATA', '552 5.3.4 Error: message file too big', 'too_large'],
  ['DATA', '552 Message exceeds maximum message size', 'too_large'],
  ['DATA', '554 5.7.1 Message rejected under suspicion of SPAM', 'content'],
  ['DATA', '550 5.7.1 Message refused', 'content'],
  ['DATA', '554 Transaction failed', 'content'],
  ['RCPT', '450 4.2.0 <x@b.test>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/', 'server'],
  ['RCPT', '451 4.7.1 Greylisting in action, please come back later', 'server'],
  ['MAIL', '452 4.3.1 Insufficient system storage', 'server'],
  ['DATA', '451 4.3.0 Error: queue file write error', 'server'],
];

describe('SMTP refusal', () => {
  it.each(replies)('[SEND-026] to %s: %s', (command, text, subject) => {
    const code = Number(text.slice(0, 3));
    expect(readRefusal({ code, text, command })).toEqual({ subject, isPermanent: code >= 500 });
  });

  it('[SEND-026] blames the recipient only after RCPT', () => {
    for (const command of ['CONN', 'MAIL'] as const) {
      expect(readRefusal({ code: 550, text: '550 5.1.1 User unknown', command }).subject).toBe('sender');
    }
  });
});
