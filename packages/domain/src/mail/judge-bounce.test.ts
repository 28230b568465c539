import { describe, expect, it } from 'vitest';
import { judgeBounce, statusIn } from './judge-bounce.ts';

/** Answers of the providers that candidates use most. */
const HARD: [string, string][] = [
  [
    "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
    'no_such_address',
  ],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'no_such_address'],
  ['550 5.4.1 Recipient address rejected: Access denied. [AM7EUR03FT042.eop-EUR03.prod.protection.outlook.com]', 'no_such_address'],
  ['550 5.5.0 Requested action not taken: mailbox unavailable', 'no_such_address'],
  ["554 delivery error: dd This user doesn't have a yahoo.com account (someone@yahoo.com) [-20]", 'no_such_address'],
  ['550 Message was not accepted -- invalid mailbox. Local mailbox someone@mail.ru is unavailable: user not found', 'no_such_address'],
  ['550 5.7.1 No such user!', 'no_such_address'],
  ['550 user not found', 'no_such_address'],
  ['550 5.1.1 <someone@icloud.com>: user does not exist', 'no_such_address'],
  ['550 5.1.1 <a@b.test>: Recipient address rejected: User unknown in virtual mailbox table', 'no_such_address'],
  ['550 Requested action not taken: mailbox unavailable. For explanation visit https://postmaster.gmx.net', 'no_such_address'],
  ['550 Unrouteable address', 'no_such_address'],
  ['550 5.1.1 Mailbox does not exist', 'no_such_address'],
  ['550 No such user here', 'no_such_address'],
  ['511 5.1.1 unknown address or alias', 'no_such_address'],
  ['Host or domain name not found. Name service error for name=exmaple.test type=AAAA: Host not found', 'no_such_domain'],
  ["DNS Error: DNS type 'mx' lookup of gmial.test responded with code NXDOMAIN Domain name not found: gmial.test", 'no_such_domain'],
  ['550 anna@x.test is not an active address at this host', 'no_such_address'],
  ['550 non-local recipient verification failed', 'no_such_address'],
  ['550 Benutzer hier unbekannt', 'no_such_address'],
  ['550 no existe ese usuario', 'no_such_address'],
  ['550 Адресат не найден', 'no_such_address'],
  ['550 no valid recipients, bye', 'no_such_address'],
  ['<anna@x.test>: unable to look up host x.test: No address associated with hostname', 'no_such_domain'],
  ['550 RESOLVER.ADR.Recipient NotFound; not found', 'no_such_address'],
  ['550 <anna@x.test>: not found', 'no_such_address'],
  ['550 these recipients were undeliverable', 'no_such_address'],
  ['550 this is a non-existent user', 'no_such_address'],
  ['550 mailbox anna@x.test unavailable or access denied', 'no_such_address'],
  ['551 not our customer', 'moved'],
  ['556 5.1.10 Recipient address has null MX', 'domain_takes_no_mail'],
];

const SOFT: [string, string][] = [
  ['550 account inactive', 'mailbox_disabled'],
  ['550 recipient rejected: temporarily inactive', 'mailbox_disabled'],
  ['552 recipient rejected: the mailbox would exceed its allowed storage', 'mailbox_full'],
  ['550 we do not accept mail from dynamic IPs', 'blocked'],
  ['550 sender email address rejected', 'sender_refused'],
  ['450 DNS lookup failure for x.test, try again later', 'network'],
  ['552-5.2.2 The email account that you tried to reach is over quota', 'mailbox_full'],
  ["452 4.2.2 The recipient's inbox is out of storage space", 'mailbox_full'],
  ['550 5.2.2 <a@b.test>: Recipient address rejected: Mailbox is full', 'mailbox_full'],
  ['554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException', 'mailbox_full'],
  [
    '550-5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser',
    'mailbox_disabled',
  ],
  ['554 30 Sorry, your message to a@yahoo.com cannot be delivered. This mailbox is disabled (554.30).', 'mailbox_disabled'],
  ['550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus.', 'blocked'],
  ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'blocked'],
  ['550-5.7.26 Unauthenticated email from a.test is not accepted due to domain DMARC policy', 'sender_unproven'],
  ['550 5.7.515 Access denied, sending domain A.TEST does not meet the required authentication level.', 'sender_unproven'],
  ['550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id', 'spam'],
  ['554 5.7.1 [1] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc', 'spam'],
  ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints', 'unclear'],
  ['450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages', 'too_many'],
  ['552 5.3.4 Message size exceeds fixed limit', 'too_big'],
  ['554 5.7.1 <a@b.test>: Relay access denied', 'relay_denied'],
  ['553 5.1.8 Domain of sender address does not exist', 'sender_refused'],
  ['connect to mx.b.test[192.0.2.1]:25: Connection timed out', 'network'],
  ['451 4.7.1 Greylisting in action, please come back later', 'server'],
  ['550 5.4.316 Message expired, connection refused(Socket error code 10061)', 'expired'],
  ['554 5.7.1 Your message was rejected due to a policy', 'policy'],
];

describe('judge', () => {
  it.each(HARD)('[SEND-026] rates %j as a hard bounce', (said, reason) => {
    expect(judgeBounce(said, statusIn(said))).toEqual({ reason, permanence: 'hard' });
  });

  it.each(SOFT)('[SEND-026] rates %j as a soft bounce', (said) => {
    expect(judgeBounce(said, statusIn(said)).permanence).toBe('soft');
  });

  it('[SEND-026] names the reason of a temporary refusal', () => {
    const named = SOFT.filter(([, reason]) => reason !== 'unclear');
    for (const [said, reason] of named) expect([said, judgeBounce(said, statusIn(said)).reason]).toEqual([said, reason]);
  });

  it('[SEND-026] uses the status code where the words are unclear', () => {
    expect(judgeBounce('Delivery failed', '5.1.1')).toEqual({ reason: 'no_such_address', permanence: 'hard' });
    expect(judgeBounce('', '4.2.2')).toEqual({ reason: 'mailbox_full', permanence: 'soft' });
    expect(judgeBounce('', null)).toEqual({ reason: 'unclear', permanence: 'soft' });
  });

  it('[SEND-026] does not read an IP address or a version as a status code', () => {
    expect(statusIn('host mx [5.1.1.9] said: 550 no')).toBeNull();
    expect(statusIn('550 5.0.0 first 550 5.7.1 second')).toBe('5.7.1');
    expect(statusIn('(Exim 4.92.3)')).toBeNull();
  });
});
