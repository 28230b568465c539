import { describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { checkRecord } from './check-record.ts';
import { resolveReferences } from './resolve-references.ts';

function read(resume: object) {
  const checked = checkRecord({ number: 1, value: { basics: { name: 'Jane Quirk' }, ...resume } });
  if ('failure' in checked) throw new Error(checked.failure);
  return checked.profile;
}
const placed = (location: unknown) => resolveReferences(read({ basics: { name: 'Jane Quirk', location } })).locations[0];

describe('a JSON Resume', () => {
  it.each([
    [{ city: 'Bonn', countryCode: 'Germany' }, 'DE'],
    [{ city: 'Graz', countryCode: 'AUT' }, 'AT'],
    [{ city: 'Graz', countryCode: 'Österreich' }, 'AT'],
    [{ city: 'Berlin', countryCode: 'de' }, 'DE'],
    [{ city: 'Berlin', countryCode: 'somewhere' }, 'DE'],
    [{ city: 'Berlin', country: 'Deutschland' }, 'DE'],
    ['Berlin, Germany', 'DE'],
    [{ city: 'Berlin, Berlin, Germany' }, 'DE'],
    [{ city: 'г. Москва' }, 'RU'],
  ])('reads the country of %j', (location, code) => {
    expect(placed(location)).toMatchObject({ country_code: code, city_id: expect.any(Number) as number });
  });

  it('keeps a person with an unreadable place', () => {
    expect(placed({ countryCode: 'Nowhere at all' })).toBeUndefined();
  });

  it.each([
    ['2014-07', '2014-07', false],
    ['2014-07-31', '2014-07', false],
    ['2014-07-31T00:00:00Z', '2014-07', false],
    ['July 2014', '2014-07', false],
    ['4 July 2014', '2014-07', false],
    ['Jul 4, 2014', '2014-07', false],
    ['07/2014', '2014-07', false],
    ['июль 2014', '2014-07', false],
    ['2014', '2014', false],
    ['', undefined, true],
    [null, undefined, true],
    [undefined, undefined, true],
    ['Present', undefined, true],
    ['till date', undefined, true],
    ['по настоящее время', undefined, true],
    ['when the project ended', undefined, false],
  ])('reads the end of a job: %j', (endDate, end, isCurrent) => {
    const [job] = read({ work: [{ name: 'Acme', position: 'Analyst', startDate: 'March 2012', endDate }] }).positions;
    expect(job).toMatchObject({ start: '2012-03', is_current: isCurrent });
    expect(job?.end ?? undefined).toBe(end);
  });

  it('keeps a skill that also names a group, and accounts given by network and name', () => {
    const profiles = [
      { network: 'GitHub', username: 'quirkuser1' },
      { network: 'LinkedIn', username: 'quirk-user', url: '' },
      { network: 'Unheard of', username: 'quirk' },
    ];
    const person = read({
      basics: { name: 'Jane Quirk', profiles },
      skills: [
        { name: 'Python', keywords: ['Django'] },
        { name: 'Things of the web', keywords: ['Flask'] },
      ],
    });
    expect(person.skills.map(({ name }) => name)).toEqual(['Python', 'Django', 'Flask']);
    expect(person.links.map(({ url }) => url)).toEqual(['https://github.com/quirkuser1', 'https://www.linkedin.com/in/quirk-user']);
  });

  it('reads contacts like a form, splits several values, and keeps unreadable ones as a note', () => {
    const person = read({ basics: { name: 'Jane Quirk', email: 'mailto:one@x.test; two@x.test\u200B', phone: 'ask me 3 times' } });
    expect(person.contacts.map(({ value }) => value)).toEqual(['one@x.test', 'two@x.test']);
    expect(person.about).toContain('ask me 3 times');
  });
});

it('reads contacts of a record of our own schema the same way', () => {
  const contacts = [
    { type: 'email', value: 'Jane Quirk <jane@x.test>', source: 'resume' },
    { type: 'telegram', value: 'https://t.me/joinchat/AbC', source: 'resume' },
    { type: 'phone', value: '+7 999 555-01-71, +7 999 555-01-72', source: 'resume' },
  ];
  const checked = checkRecord({ number: 1, value: profileData.parse({ first_name: 'Jane', last_name: 'Quirk', contacts }) });
  expect('profile' in checked && checked.profile.contacts.map(({ value }) => value)).toEqual([
    'jane@x.test',
    '+7 999 555-01-71',
    '+7 999 555-01-72',
  ]);
});
