import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailboxKey } from '../identity/email.ts';
import { knownAddress, normaliseAddress, oneLine } from './address.ts';

describe('knownAddress', () => {
  it('[DEC-05] gives both forms of a domain one key, also for addresses that we cannot send to', () => {
    expect(normaliseAddress('почта@пример.рф')).toBeNull();
    expect(knownAddress(' <Почта@Пример.РФ>')).toBe('почта@xn--e1afmkfd.xn--p1ai');
    expect(mailboxKey('почта@пример.рф')).toBe(mailboxKey('почта@xn--e1afmkfd.xn--p1ai'));
    expect(knownAddress('Anna@people.test')).toBe('Anna@people.test');
    expect(['пример.рф', 'a b@пример.рф', 'почта@', 'почта@пример', 'а\nб@пример.рф'].map(knownAddress)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('normaliseAddress', () => {
  it('[MSET-012] accepts pasted addresses', () => {
    expect(normaliseAddress('  <Anna.Petrova@Example.COM>, ')).toBe('Anna.Petrova@example.com');
    expect(normaliseAddress('mailto:a+b@example.com?subject=x')).toBe('a+b@example.com');
    expect(normaliseAddress('"x@example.com"')).toBe('x@example.com');
    expect(normaliseAddress('info@почта.рф')).toBe('info@xn--80a1acny.xn--p1ai');
  });

  it.each([
    '',
    'a',
    '@b.test',
    'a@',
    'a@b',
    'a b@c.test',
    'a@b..test',
    'a@-b.test',
    '.a@b.test',
    'a..b@c.test',
    'a@1.2.3.4',
    'a@[127.0.0.1]',
    'a@b.test:25',
    'a@b.test/x',
    'a\r\nb@c.test',
    'a@b.test\r\nBcc: c@d.test',
    `${'a'.repeat(65)}@b.test`,
    `a@${'b'.repeat(64)}.test`,
  ])('[MSET-012] refuses %j', (text) => {
    expect(normaliseAddress(text)).toBeNull();
  });

  it('[MSET-012] is idempotent and never returns a line break', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const address = normaliseAddress(text);
        if (address === null) return;
        expect(normaliseAddress(address)).toBe(address);
        expect(address).not.toMatch(/[\s<>,;]/);
      }),
    );
  });
});

it('[MSET-012] compares addresses without case and keeps names on one line', () => {
  expect(mailboxKey('Anna@Example.com')).toBe(mailboxKey('anna@EXAMPLE.com '));
  expect(oneLine('Anna\r\nBcc:\tx')).toBe('Anna Bcc: x');
});
