import { describe, expect, it } from 'vitest';
import { changeOf, contactChangeOf, toForm, wholeOf } from './form.ts';

const before = toForm(
  {
    first_name: 'Ada',
    skills: [{ name: 'Python', is_principal: false, deleted: false, rating_on_resources: [], show_achievements: false }],
  },
  [
    { id: 1, type: 'email', value: 'a@b.test' },
    { id: 2, type: 'phone', value: '+79125550142' },
  ],
);

describe('the editor', () => {
  it('[PEDT-007] sends only changed fields', () => {
    expect(changeOf({ ...before, skills: structuredClone(before.skills) }, before)).toEqual({});
    const now = { ...before, headline: 'Countess', skills: [] };
    expect(changeOf(now, before)).toEqual({ headline: 'Countess', skills: [] });
    expect(changeOf({ ...before, first_name: '' }, before)).toEqual({ first_name: '' });
  });

  it('[PEDT-001] sends a new profile without empty fields', () => {
    expect(wholeOf(toForm({ first_name: 'Ada' }, []))).toEqual({
      first_name: 'Ada',
      job_seeking: false,
      remote_ready: false,
      is_freelancer: false,
    });
  });

  it('[PEDT-005] keeps all data read from a file: courses, interests, salary, date of birth, gender and industry', () => {
    const read = {
      first_name: 'Ada',
      name_latin: 'Ada',
      courses_and_certificates: [{ name: 'Looms', year: 1842 }],
      interests: ['Chess'],
      salary: { amount: 250_000, currency: 'RUB' },
      birthdate_exact: '1815-12-10',
      gender: 'female' as const,
      industry: 'Machines',
    };
    expect(wholeOf(toForm(read, []))).toMatchObject(read);
    const now = { ...before, salary: { amount: '1 500,5', currency: 'EUR' }, gender: 'female' };
    expect(changeOf(now, before)).toEqual({ salary: { amount: 1500.5, currency: 'EUR' }, gender: 'female' });
    expect(changeOf({ ...now, salary: { amount: ' ', currency: 'EUR' }, gender: '' }, now)).toEqual({ salary: null, gender: null });
    expect(changeOf({ ...before, salary: { amount: 'much', currency: 'EUR' } }, before).salary).toEqual({
      amount: 'much',
      currency: 'EUR',
    });
  });

  it('[CTP-011] replaces a changed contact and keeps its place in the form', () => {
    const [first, second] = before.contacts;
    if (!first || !second) throw new Error('there are two');
    const now = {
      ...before,
      contacts: [first, { ...second, value: '+79125550143' }, { key: 'x', type: 'link' as const, value: 'a.test/b' }],
    };
    expect(contactChangeOf(now, before)).toMatchObject({
      add: [
        { type: 'phone', value: '+79125550143' },
        { type: 'link', value: 'a.test/b' },
      ],
      remove: [2],
      places: [1, 2],
    });
  });
});
