import { expect, it } from 'vitest';
import { readSettings } from './env.ts';

const env = {
  HEADWATER_SANDBOX_DIR: '/data/mail',
  HEADWATER_SANDBOX_SMTP_PORT: '3025',
  HEADWATER_SANDBOX_USERS: '[{"address":"a@b.test","password":"p"}]',
};

it('[SEND-009] reads the settings of the parent', () => {
  expect(readSettings(env)).toEqual({
    directory: '/data/mail',
    smtpPort: 3025,
    imapPort: 0,
    httpPort: 0,
    users: [{ address: 'a@b.test', password: 'p' }],
    filesSentMail: true,
    modelDelay: 0,
  });
  expect(readSettings({ ...env, HEADWATER_SANDBOX_MODEL_DELAY: '1200' }).modelDelay).toBe(1200);
  expect(readSettings({ ...env, HEADWATER_SANDBOX_FILES_SENT: '0' }).filesSentMail).toBe(false);
});

it.each([
  [{ ...env, HEADWATER_SANDBOX_DIR: '' }, 'HEADWATER_SANDBOX_DIR is not set'],
  [{ ...env, HEADWATER_SANDBOX_IMAP_PORT: '70000' }, 'HEADWATER_SANDBOX_IMAP_PORT is not a port: 70000'],
  [{ ...env, HEADWATER_SANDBOX_MODEL_DELAY: '-1' }, 'HEADWATER_SANDBOX_MODEL_DELAY is not a time in milliseconds: -1'],
  [{ ...env, HEADWATER_SANDBOX_USERS: '{' }, 'HEADWATER_SANDBOX_USERS is not a JSON list'],
  [{ ...env, HEADWATER_SANDBOX_USERS: '[{"address":1}]' }, 'HEADWATER_SANDBOX_USERS is not a JSON list'],
])('[SEND-009] names an invalid setting', (given, problem) => {
  expect(() => readSettings(given)).toThrow(problem);
});
