import { expect, it } from 'vitest';
import { messageError } from './present.ts';

const hintOf = (reason: Parameters<typeof messageError>[0]['error_reason'], language: 'en' | 'ru') =>
  messageError({ error_reason: reason, error_detail: null }, language).error_hint;

it('[SEND-028] [SEND-029] [SEND-030] [SEND-031] three error reasons have a hint, and the others have none', () => {
  expect(hintOf('bounce', 'en')).toBe('Change the email address of the recipient');
  expect(hintOf('integration_disabled', 'en')).toBe('Reconnect the mail integration and relaunch');
  expect(hintOf('max_retries', 'en')).toBe('Wait until the limits of the mail provider are restored');
  for (const reason of ['bounce', 'integration_disabled', 'max_retries'] as const) expect(hintOf(reason, 'ru')).toMatch(/[а-яё]{4}/i);
  for (const reason of ['bad_request', 'unsunscribed', 'unexpected', 'previous_has_error', 'unknown_outcome', null] as const) {
    expect(hintOf(reason, 'en')).toBeNull();
  }
});
