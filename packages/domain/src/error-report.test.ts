import { anything, assert, emailAddress, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf, reportOf, withoutPersons } from './error-report.ts';

const thrown = (message: string, stack: string) => Object.assign(new TypeError(message), { stack });

describe('error reports', () => {
  it('[SHELL-031] [SHELL-032] name the location in the program for every browser', () => {
    const message = 'no such person "Ann Lee"\n    at home';
    const chrome = `TypeError: ${message}\n    at open (https://hr.acme.test/assets/Found-a1.js:2:17)\n    at async https://hr.acme.test/assets/base.js?x=1:9:3`;
    expect(reportOf(thrown(message, chrome), { source: 'browser', path: '/profiles/17/' })).toEqual({
      source: 'browser',
      name: 'TypeError',
      code: null,
      message: 'no such person […]\n    at home',
      frames: ['at open (assets/Found-a1.js:2:17)', 'at async assets/base.js:9:3'],
      place: '/profiles/{}/',
    });
    const firefox = 'open@https://hr.acme.test/assets/Found-a1.js:2:17\n@https://hr.acme.test/assets/base.js:9:3\n';
    expect(reportOf(thrown('x', firefox), { source: 'browser', path: '/' }).frames).toEqual([
      'open@assets/Found-a1.js:2:17',
      '@assets/base.js:9:3',
    ]);
    const server = 'TypeError: x\n    at act (file:///home/ann/headwater/apps/server/dist/app.js:5:1)\n    at node:internal/process:1:2';
    expect(reportOf(Object.assign(thrown('x', server), { code: '23505' }), { source: 'server', path: undefined })).toMatchObject({
      code: '23505',
      frames: ['at act (apps/server/dist/app.js:5:1)', 'at node:internal/process:1:2'],
      place: null,
    });
  });

  it('[SHELL-031] [SHELL-032] contain no personal data', () => {
    expect(withoutPersons('Key (email)=(ann.lee@acme.test) already exists')).toBe('Key (email)=([e-mail]) already exists');
    expect(withoutPersons(`Unexpected token 'A', "Ann Lee, +44 20 7946 0958" is not JSON`)).toBe('Unexpected token […], […] is not JSON');
    expect(withoutPersons('cannot call +44 20 7946 0958 or 89161234567')).toBe('cannot call [number] or [number]');
    expect(withoutPersons('text "Ann Lee is')).toBe('text […]');
    // Truncation must not leave half an address.
    expect(withoutPersons(`${'word '.repeat(399)}ann.lee@acme.test`)).not.toContain('ann');
    expect(withoutPersons(`"${'a '.repeat(990)}" for ann.lee.of.the.great.house.of.lee@acme.test`)).toBe('[…] for ');
    expect(placeOf('/users/reset/Ab3-secret?next=/x#y')).toBe('/users/reset/{}');
    expect(placeOf('/api/v6/folders/12/candidates/')).toBe('/api/v6/folders/{}/candidates/');
    assert(
      property(emailAddress(), string(), (email, rest) => {
        expect(withoutPersons(`${rest} ${email} ${rest}`)).not.toContain(email);
      }),
    );
  });

  it('[SHELL-032] accept any thrown value', () => {
    assert(
      property(anything(), string(), (value, path) => {
        expect(reportOf(value, { source: 'browser', path }).source).toBe('browser');
      }),
    );
  });
});
