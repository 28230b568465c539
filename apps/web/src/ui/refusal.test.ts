import { describe, expect, it } from 'vitest';
import { readError } from '#lib/api-error.ts';
import { readRefusal } from './refusal.ts';

const told = (status: number, body: unknown) => readRefusal(readError(status, body, 'en'), { known: ['name'], offline: 'No connection' });

describe('errors of a refused form', () => {
  it('[REQ-032] [REQ-035] appear at the fields, else above the form', () => {
    expect(told(400, { name: ['Enter a name', 'Too long'] })).toEqual({ fields: { name: 'Enter a name' }, problem: undefined });
    expect(told(400, { other: ['Not this way'] })).toEqual({ fields: {}, problem: 'Not this way' });
    expect(told(409, { detail: 'Changed meanwhile' })).toEqual({ fields: {}, problem: 'Changed meanwhile' });
  });

  it('[REQ-033] are generic for an unreadable response', () => {
    for (const [status, page] of [
      [502, '<html><body>Bad gateway</body></html>'],
      [504, ''],
      [500, undefined],
    ] as const)
      expect(told(status, page)).toEqual({ fields: {}, problem: 'Sorry, an error has occurred' });
  });

  it('[REQ-029] are rethrown if they are no response of the server', () => {
    expect(() => readRefusal(new RangeError('boom'), { known: [], offline: '' })).toThrow(RangeError);
  });
});
