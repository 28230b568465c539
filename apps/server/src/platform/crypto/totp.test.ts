import { expect, it } from 'vitest';
import { makeTotpSecret, toBase32, totpAddress, totpCode, totpStep } from './totp.ts';

/** RFC 6238, appendix B, in six digits. */
const secret = toBase32(Buffer.from('12345678901234567890'));

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %s s the code is %s (RFC 6238)', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
});

it('accepts codes of the adjacent steps only', () => {
  const now = new Date(1_000_000_020_000);
  const step = Math.floor(now.getTime() / 30_000);
  const accepted = [-2, -1, 0, 1, 2].map((away) => totpStep(secret, totpCode(secret, step + away), now));
  expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(['', '12345', '1234567', 'abcdef'].map((code) => totpStep(secret, code, now))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('generates secrets of 160 bits and otpauth addresses', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(totpAddress('ABC', { issuer: 'Headwater', account: 'ada+1@example.test' }));
  expect([address.protocol, decodeURIComponent(address.pathname), address.searchParams.get('secret')]).toEqual([
    'otpauth:',
    expect.stringContaining('Headwater:ada+1@example.test'),
    'ABC',
  ]);
});
