import { describe, expect, it } from 'vitest';
import { message } from '../errors.ts';

describe('error reasons', () => {
  it.each([
    ['[SEND-021]', 'integration_disabled', 'Integration disabled'],
    ['[SEND-022]', 'bad_request', 'Internal error'],
    ['[SEND-023]', 'unsunscribed', 'Unsubscribed from emails'],
    ['[SEND-024]', 'max_retries', 'Exceeded the sending limit'],
    ['[SEND-025]', 'unexpected', 'Something went wrong'],
    ['[SEND-026]', 'bounce', 'Email does not exist or does not accept messages'],
    ['[SEND-027]', 'previous_has_error', 'Previous message has error'],
  ] as const)('label %s %s in both languages', (_row, reason, label) => {
    expect(message(`error_${reason}`, 'en')).toBe(label);
    expect(message(`error_${reason}`, 'ru')).toMatch(/[а-яё]{4}/i);
  });
});
