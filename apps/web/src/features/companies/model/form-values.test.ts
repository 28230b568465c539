import { describe, expect, it } from 'vitest';
import { sections, type Settings } from './fields.ts';
import { changesOf, knownAfter, seenOf, startValues } from './form-values.ts';

const fields = sections.flatMap((section) => section.fields);
const settings: Settings = {
  company_name: 'Acme',
  paid_till: '2026-12-31T23:59:59.000Z',
  industry: 7,
  contacts_per_month: null,
  filters: { gender: true, diversity: false, age: false },
};

describe('the form of a company', () => {
  const before = startValues(fields, settings);
  const changed = (more: object) => changesOf(fields, { before, values: { ...before, ...more } });

  it('sends nothing without a change', () => {
    expect(changed({})).toEqual({});
  });

  it("sends only changed fields in the server's format", () => {
    expect(changed({ company_name: 'Globex', contacts_per_month: 50, industry: '9', filters__age: true })).toEqual({
      company_name: 'Globex',
      contacts_per_month: 50,
      industry: 9,
      filters: { age: true },
    });
  });

  it('sends an emptied field as null', () => {
    expect(changed({ paid_till: '', industry: null })).toEqual({ paid_till: null, industry: null });
  });

  it('[COMP-029] removes, replaces or keeps a secret', () => {
    expect(changed({ huntflow_token: null })).toEqual({ huntflow_token: '' });
    expect(changed({ huntflow_token: 'another' })).toEqual({ huntflow_token: 'another' });
    expect(changed({ huntflow_token: '' })).toEqual({});
  });

  it('sends the last seen values of the changed fields and switches only', () => {
    const changes = changed({ company_name: 'Globex', filters__age: true });
    const { company_name: name, filters } = settings;
    expect(seenOf(settings, changes)).toEqual({ company_name: name, filters: { age: filters?.age } });
    expect(seenOf(settings, {})).toEqual({});
    expect(seenOf(settings, { huntflow_token: 'secret' })).toEqual({});
  });

  it('updates seen values only for the fields that a refusal names', () => {
    const after = knownAfter(settings, { ...settings, company_name: 'By a colleague', site: 'https://colleague.test' }, ['site', 'gone']);
    expect([after.company_name, after.site]).toEqual([settings.company_name, 'https://colleague.test']);
  });

  it('starts and ends paid days at their first and last second', () => {
    expect(changed({ paid_from: '2026-01-01', paid_till: '2027-01-31' })).toEqual({
      paid_from: '2026-01-01T00:00:00Z',
      paid_till: '2027-01-31T23:59:59Z',
    });
  });
});
