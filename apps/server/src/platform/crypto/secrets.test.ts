import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSecretBox } from './secrets.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];

it('decrypts with an older key and encrypts again with the first one', () => {
  const sealed = createSecretBox([older]).seal('пароль', 'mailbox 1');
  const both = createSecretBox([newer, older]);
  expect(both.open(sealed, 'mailbox 1')).toBe('пароль');
  const resealed = both.reseal(sealed, 'mailbox 1');
  expect(both.reseal(resealed ?? '', 'mailbox 1')).toBeUndefined();
  expect(createSecretBox([newer]).open(resealed ?? '', 'mailbox 1')).toBe('пароль');
  expect(() => createSecretBox([newer]).open(sealed, 'mailbox 1')).toThrow('cannot be opened');
});

it('rejects another context and changed text', () => {
  const box = createSecretBox([older]);
  const sealed = box.seal('secret', 'mailbox 1');
  expect(() => box.open(sealed, 'mailbox 2')).toThrow('cannot be opened');
  expect(() => box.open(`${sealed.slice(0, -4)}AAAA`, 'mailbox 1')).toThrow('cannot be opened');
  expect(() => box.open('plain text', 'mailbox 1')).toThrow('unknown form');
});

it('requires keys of 32 bytes', () => {
  expect(() => createSecretBox([Buffer.alloc(16)])).toThrow('HEADWATER_SECRET_KEY');
  expect(() => createSecretBox([])).toThrow('HEADWATER_SECRET_KEY');
});
