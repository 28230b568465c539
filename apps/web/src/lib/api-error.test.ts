import { assert, integer, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, isAbort, readError, statusMessage } from './api-error.ts';

describe('API errors', () => {
  it('[REQ-039] [REQ-040] [REQ-041] [REQ-042] [REQ-043] [REQ-044] [REQ-045] [REQ-046] [REQ-047] have a text per status', () => {
    const texts = [400, 401, 403, 404, 500, 502, 503, 504].map((status) => statusMessage(status, 'en'));
    expect(texts).toEqual([
      'Bad request',
      'Unauthorized',
      'Forbidden',
      'Not found',
      'Internal server error',
      'Invalid server response',
      'Service unavailable',
      'Timed out server response',
    ]);
  });

  it('[REQ-032] [REQ-034] give the first message per field to the form', () => {
    const error = readError(400, { email: ['Enter a valid email address', 'second'], password: 'This field cannot be empty' }, 'en');
    expect(error.fields).toEqual({ email: 'Enter a valid email address', password: 'This field cannot be empty' });
  });

  it('[ACC-017] [REQ-032] give the message of a field named code', () => {
    const error = readError(400, { code: ['Wrong code'] }, 'en');
    expect([error.fields, error.code, error.message]).toEqual([{ code: 'Wrong code' }, undefined, 'Wrong code']);
    expect(readError(403, { detail: 'No', code: 'forbidden' }, 'en')).toMatchObject({ code: 'forbidden', fields: {} });
  });

  it('[COMP-058] [SSO-014] list fields changed by another user, only for that refusal', () => {
    const changed = readError(400, { site: ['This was changed'], code: 'company_changed' }, 'en');
    expect([changedFields(changed), changed.fields]).toEqual([['site'], { site: 'This was changed' }]);
    for (const other of [readError(400, { site: ['Enter a valid link'] }, 'en'), new Error('site')])
      expect(changedFields(other)).toEqual([]);
  });

  it('[EXP-004] keep the numbers of a remaining limit', () => {
    const error = readError(400, { detail: 'Not enough limits', code: 'export_limit', count: 3000, hidden: 2241, available: 300 }, 'en');
    expect(error.numbers).toEqual({ count: 3000, hidden: 2241, available: 300 });
    expect([error.code, error.fields]).toEqual(['export_limit', {}]);
  });

  it('[REQ-035] keep a form-wide error as the message', () => {
    const error = readError(400, { non_field_errors: ['Wrong email or password'] }, 'en');
    expect(error.message).toBe('Wrong email or password');
    expect(error.fields).toEqual({});
  });

  it('[REQ-030] prefer the detail of the response and keep its code', () => {
    expect(readError(403, { detail: 'No access', code: 'no_access' }, 'en')).toMatchObject({
      message: 'No access',
      code: 'no_access',
      status: 403,
    });
  });

  it('[TG-071] [TG-072] show the message of a messenger refusal, else the first message of the first field', () => {
    const chat = readError(403, { error: 'blocked', message: 'This person has blocked the account' }, 'en');
    expect(chat).toMatchObject({ status: 403, code: 'blocked', message: 'This person has blocked the account', fields: {} });
    const both = { detail: 'FLOOD', code: 'unknown', error: 'unknown', message: 'CHAT_ADMIN_REQUIRED', seconds: 7 };
    expect(readError(400, both, 'en')).toMatchObject({
      code: 'unknown',
      message: 'CHAT_ADMIN_REQUIRED',
      fields: {},
      numbers: { seconds: 7 },
    });
    expect(readError(400, { message: ['Write a message or attach a file'], error: ['No'] }, 'en')).toMatchObject({
      message: 'Write a message or attach a file',
      fields: { message: 'Write a message or attach a file', error: 'No' },
    });
    expect(readError(400, { error: 'broken', message: '' }, 'en').message).not.toBe('');
  });

  it('[RSLT-018] show the reason of a refused search: a folder error or plain text, but no proxy page', () => {
    expect(readError(400, { folderId: { folderId: ['Not found'] } }, 'en')).toMatchObject({
      message: 'Not found',
      fields: { folderId: 'Not found' },
    });
    expect(readError(413, 'Too many profiles are included or excluded from folder', 'en').message).toBe(
      'Too many profiles are included or excluded from folder',
    );
    expect(readError(502, '<html><body>Bad gateway</body></html>', 'en').message).toBe('Invalid server response');
  });

  it('[REQ-033] [REQ-037] fall back to the generic message for an unreadable body', () => {
    expect(readError(418, undefined, 'en').message).toBe('Sorry, an error has occurred');
    expect(readError(418, '<html>', 'ru').message).toBe('Извините, произошла ошибка');
  });

  it('[REQ-027] accept any body without failing and always have a text', () => {
    assert(
      property(integer({ min: 300, max: 599 }), jsonValue(), (status, body) => {
        const error = readError(status, body, 'en');
        expect(error.status).toBe(status);
        expect(typeof error.message).toBe('string');
      }),
    );
  });

  it('[REQ-012] recognise an aborted request', () => {
    expect(isAbort(new DOMException('gone', 'AbortError'))).toBe(true);
    expect(isAbort(new Error('other'))).toBe(false);
  });
});
