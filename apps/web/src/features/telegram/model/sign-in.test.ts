import { describe, expect, it } from 'vitest';
import { type ApiError, readError } from '#lib/api-error.ts';
import { fileProblem } from './files.ts';
import { atField, floodWaitOf, passwordHintOf } from './sign-in.ts';

const chat = (status: number, code: string, more: object = {}) =>
  readError(status, { detail: 'Words', code, error: code, message: 'Words', ...more }, 'en');

describe('refusals of Telegram', () => {
  it('[TG-065] [TG-073] appear at their field', () => {
    const moved = atField(chat(400, 'phone_code_invalid', { attempts_left: 4 })) as ApiError;
    expect([moved.fields, moved.numbers]).toEqual([{ code: 'Words' }, { attempts_left: 4 }]);
    expect((atField(chat(400, 'phone_number_invalid')) as ApiError).fields).toEqual({ phone_number: 'Words' });
    const whole = chat(400, 'unknown');
    expect(atField(whole)).toBe(whole);
  });

  it('[DEC-06] contain the seconds to wait and the hint of the required password', () => {
    expect(floodWaitOf(chat(429, 'flood_wait', { seconds: 87 }))).toBe(87);
    expect(floodWaitOf(chat(400, 'unknown'))).toBeUndefined();
    expect(passwordHintOf(chat(409, 'password_needed', { hint: 'the cat' }))).toBe('the cat');
    expect(passwordHintOf(chat(409, 'password_needed'))).toBe('');
    expect(passwordHintOf(chat(400, 'password_invalid'))).toBeUndefined();
  });
});

describe('files of a message', () => {
  it('[TG-057] [TG-058] [TG-059] have a known type and at most 5 MB', () => {
    const megabytes = 5 * 1024 * 1024;
    expect(fileProblem({ name: 'cv.PDF', size: megabytes })).toBeUndefined();
    expect(fileProblem({ name: 'cv.pdf', size: megabytes + 1 })).toBe('file_too_large');
    expect(fileProblem({ name: 'run.exe', size: 1 })).toBe('illegal_file_type');
  });
});
