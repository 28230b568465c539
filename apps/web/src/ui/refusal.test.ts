import { describe, expect, it } from 'vitest';
import { readError } from '#lib/api-error.ts';
import { readRefusal } from './refusal.ts';

const told = (status: number, body: unknown) => readRefusal(readError(status, body, 'en'), { known: ['name'], offline: 'No connection' });

describe('what a form says of a refusal', () => {
  it('[REQ-032] [REQ-035] is at its fields, else on top of it', () => {
    expect(told(400, { name: ['Enter a name', 'Too long'] })).toEqual({ fields: { name: 'Enter a name' }, problem: undefined });
    expect(told(400, { other: ['Not this way'] })).toEqual({ fields: {}, problem: 'Not this way' });
    expect(told(409, { detail: 'Changed meanwhile' })).toEqual({ fields: {}, problem: 'Changed meanwhile' });
  });

  it('[REQ-033] is the generic message where nobody can read the answer', () => {
    for (const [status, page] of [
      [502, '<html><body>Bad gateway</body></html>'],
      [504, ''],
      [500, undefined],
    ] as const)
      expect(told(status, page)).toEqual({ fields: {}, problem: 'Sorry, an error has occurred' });
  });

  it('[REQ-029] throws on what is no answer of the server', () => {
    expect(() => readRefusal(new RangeError('boom'), { known: [], offline: '' })).toThrow(RangeError);
  });
});
