import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDomain, judgeRate, namesToAsk, registeredDomain } from './deliverability.ts';

const spf = 'v=spf1 include:_spf.google.com ~all';
const key = 'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3';
const dmarc = 'v=DMARC1; p=quarantine; rua=mailto:d@acme.io';
const good = { 'acme.io': ['google-site-verification=1', spf], 'google._domainkey.acme.io': [key], '_dmarc.acme.io': [dmarc] };

function look(records: Record<string, string[] | null>, { domain = 'acme.io', smtpHost = 'smtp.gmail.com' } = {}) {
  const answers = new Map(namesToAsk(domain, smtpHost).map((name) => [name, name in records ? (records[name] ?? null) : []]));
  return Object.fromEntries(checkDomain({ domain, smtpHost, txtRecords: answers }).map((check) => [check.name, check]));
}

describe('domain check', () => {
  it('[SEND-008] passes where SPF names the service, a key is published and a policy exists', () => {
    const checks = look(good);
    expect(Object.values(checks).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(checks['spf']?.found).toBe(spf);
  });

  it.for([
    ['nothing', { 'acme.io': [] }, 'spf', 'spf_missing', 'v=spf1 include:_spf.google.com ~all'],
    ['another service', { 'acme.io': ['v=spf1 mx -all'] }, 'spf', 'spf_without_service', 'v=spf1 mx include:_spf.google.com -all'],
    ['no end', { 'acme.io': ['v=spf1 mx'] }, 'spf', 'spf_without_service', 'v=spf1 mx include:_spf.google.com ~all'],
    ['everybody', { 'acme.io': [`${spf.replace('~all', '')}+all`] }, 'spf', 'spf_open', 'v=spf1 include:_spf.google.com ~all'],
    ['two records', { 'acme.io': [spf, spf] }, 'spf', 'spf_several', undefined],
    ['too many questions', { 'acme.io': [`${spf.replace(' ~all', '')}${' include:x.io'.repeat(10)} -all`] }, 'spf', 'spf_long', undefined],
    ['a key taken back', { 'google._domainkey.acme.io': ['v=DKIM1; p='] }, 'dkim', 'dkim_revoked', undefined],
    ['no key', { 'google._domainkey.acme.io': [] }, 'dkim', 'dkim_not_found', undefined],
    ['no policy', { '_dmarc.acme.io': [] }, 'dmarc', 'dmarc_missing', 'v=DMARC1; p=none; rua=mailto:dmarc@acme.io'],
    ['two policies', { '_dmarc.acme.io': [dmarc, dmarc] }, 'dmarc', 'dmarc_several', undefined],
    [
      'a policy without p',
      { '_dmarc.acme.io': ['v=DMARC1; rua=mailto:d@acme.io'] },
      'dmarc',
      'dmarc_broken',
      expect.stringContaining('p=none'),
    ],
    ['a policy that watches', { '_dmarc.acme.io': ['v=DMARC1; p=none'] }, 'dmarc', 'dmarc_watching', undefined],
  ] as const)('[SEND-008] names the missing record for %s', ([_what, change, name, code, fix]) => {
    const check = look({ ...good, ...(change as object) })[name];
    expect([check?.code, check?.fix?.value]).toEqual([code, fix]);
  });

  it.for([
    ['mail.acme.io', 'v=spf1 mx a:mail.acme.io ~all'],
    ['203.0.113.5', 'v=spf1 mx ip4:203.0.113.5 ~all'],
    ['127.0.0.1', 'v=spf1 mx ~all'],
  ] as const)('[SEND-008] proposes a record with the own server %s', ([smtpHost, value]) => {
    expect(look({}, { smtpHost })['spf']?.fix?.value).toBe(value);
  });

  it('[SEND-008] gives no verdict without name servers or for domains of a mail service', () => {
    const silent = Object.fromEntries(namesToAsk('acme.io', 'smtp.acme.io').map((name) => [name, null]));
    expect(Object.values(look(silent, { smtpHost: 'smtp.acme.io' })).map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'unknown'),
    );
    expect(Object.values(look({}, { domain: 'gmail.com' })).map(({ code }) => code)).toEqual(['public_domain']);
    expect(look({ ...good, 'acme.io': [], 'google._domainkey.acme.io': [] })['alignment']?.code).toBe('not_aligned');
  });

  it('[SEND-008] applies the policy of the registered domain', () => {
    expect(['mail.acme.io', 'acme.co.uk', 'hr.acme.co.uk'].map(registeredDomain)).toEqual(['acme.io', 'acme.co.uk', 'acme.co.uk']);
    expect(look({ ...good, 'hr.acme.io': [spf] }, { domain: 'hr.acme.io' })['dmarc']?.code).toBe('dmarc_ok');
  });

  it('[SEND-008] accepts any record contents', () => {
    const words = constantFrom('v=spf1', 'v=DMARC1;', 'p=', 'p=none', '~all', '+all', 'include:', 'redirect=', ' ', ';');
    assert(
      property(array(array(words, { maxLength: 6 })), string(), (records, noise) => {
        const texts = [...records.map((parts) => parts.join(' ')), noise];
        const answers = new Map(namesToAsk('acme.io', 'smtp.yandex.ru').map((name) => [name, texts]));
        expect(checkDomain({ domain: 'acme.io', smtpHost: 'smtp.yandex.ru', txtRecords: answers })).toHaveLength(4);
      }),
    );
  });
});

it('[SEND-008] warns at the shares of bounces and complaints of mail services, not for a few messages', () => {
  expect([judgeRate('bounces', 5, 10), judgeRate('bounces', 2, 100), judgeRate('bounces', 3, 100), judgeRate('bounces', 6, 100)]).toEqual([
    'ok',
    'ok',
    'warn',
    'bad',
  ]);
  expect([judgeRate('complaints', 1, 1000), judgeRate('complaints', 2, 1000), judgeRate('complaints', 4, 1000)]).toEqual([
    'ok',
    'warn',
    'bad',
  ]);
});
