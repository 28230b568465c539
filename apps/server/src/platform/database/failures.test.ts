import { expect, it } from 'vitest';
import { answerFor } from '#platform/http/error-response.ts';
import { databaseFailure } from './failures.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('said by the driver'), { code, ...more });

it('[REQ-045] [REQ-046] answers 503 during a database outage, and 504 for timeouts', () => {
  const unavailable = [
    withCode('57P01'),
    withCode('57P03'),
    withCode('08006'),
    withCode('53300'),
    withCode('ECONNREFUSED', { syscall: 'connect' }),
    new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })]),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ];
  for (const error of unavailable)
    expect(answerFor(error, 'en')).toEqual({ status: 503, body: { detail: 'Service unavailable', code: 'unavailable' } });
  expect(answerFor(withCode('57014'), 'ru')).toMatchObject({ status: 504, body: { detail: 'Истекло время ожидания ответа сервера' } });
  for (const code of ['22021', '22P02', '22P05', '22003']) expect(answerFor(withCode(code), 'en')).toMatchObject({ status: 400 });
});

it('reports a full disk as an outage with its own text', () => {
  for (const error of [withCode('ENOSPC', { syscall: 'write' }), withCode('EDQUOT', { syscall: 'write' }), withCode('53100')]) {
    const detail = 'The server is out of disk space. Ask your administrator to free some, then try again';
    expect(answerFor(error, 'en')).toEqual({ status: 507, body: { detail, code: 'storage_full' } });
    expect(databaseFailure(error)).toBe('unavailable');
  }
});

it('[OPS-002] reports a disk or database that cannot be written', () => {
  const errors = [withCode('EROFS', { syscall: 'open' }), withCode('EACCES', { syscall: 'mkdir' }), withCode('25006'), withCode('58030')];
  for (const error of errors) {
    expect(answerFor(error, 'en')).toMatchObject({ status: 507, body: { code: 'storage_read_only' } });
    expect(databaseFailure(error)).toBe('unavailable');
  }
  expect(answerFor(withCode('EACCES', { syscall: 'connect' }), 'en')).toBeUndefined();
});

it('[DEC-13] answers 404 if a referenced profile was deleted during the request', () => {
  const deletedProfile = withCode('23503', { constraint: 'comments_profile_id_fkey' });
  expect(answerFor(deletedProfile, 'en')).toMatchObject({ status: 404, body: { code: 'profile_not_found' } });
  expect(databaseFailure(withCode('23503', { constraint: 'comments_created_by_fkey' }))).toBeUndefined();
});

it('does not classify our own defects', () => {
  for (const error of [withCode('42703'), withCode('23505'), new TypeError('undefined is not a function'), 'text', undefined])
    expect(databaseFailure(error)).toBeUndefined();
});
