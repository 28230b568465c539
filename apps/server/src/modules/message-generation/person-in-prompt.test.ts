import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { assert, constantFrom, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import { cutterFor, languageOf, personFor } from './person-in-prompt.ts';

const stored = (input: ProfileInput) => profileData.parse(input);

it('passes first name, work and skills to the model, and no identifying data', () => {
  const data = stored({
    first_name: 'Anna Maria',
    last_name: 'Petrova',
    name_latin: 'Anna Petrova',
    nick: 'apetrova',
    gender: 'female',
    birthdate_exact: '1990-02-03',
    salary: { amount: 5000, currency: 'EUR' },
    about: 'About me',
    links: [{ url: 'https://github.com/apetrova', domain: 'github.com' }],
    locations: [{ city: 'Berlin', country_code: 'DE' }],
    positions: [
      {
        title: 'Data engineer',
        company: 'Acme',
        start: '2020-01',
        is_current: true,
        description: 'Petrova builds pipelines. Write to anna@home.test, +49 170 1234567, t.me/apetrova or @apetrova, skype anna.live1',
      },
    ],
    skills: [{ name: 'SQL' }, { name: 'Go', is_principal: true }, { name: 'Perl', deleted: true }],
  });
  const person = personFor(data, ['anna.live1']);
  expect(person).toMatchObject({
    first_name: 'Anna',
    positions: [{ title: 'Data engineer', company: 'Acme', years: '2020-now' }],
    skills: ['Go', 'SQL'],
  });
  expect(Object.keys(person).toSorted()).toEqual(['first_name', 'positions', 'skills']);
  expect(JSON.stringify(person)).not.toMatch(/petrova|@|170|t\.me|live1|Berlin|1990|5000|About me/i);
  expect(person.positions[0]?.about).toContain('builds pipelines');
});

it('removes names as whole words only', () => {
  expect(cutterFor(stored({ first_name: 'Bo', last_name: 'Lee' }), [])('Lee led a fleet with Bo')).toBe('led a fleet with Bo');
});

it('removes contacts and last names from any context', () => {
  const contact = constantFrom('a.b@c.de', '+7 (495) 123-45-67', 'https://x.test/me', 't.me/someone', 'live:someone.1');
  const noise = string({ maxLength: 40 });
  assert(
    property(record({ contact, before: noise, after: noise }), (made) => {
      const description = [made.before, `Ivanov ${made.contact}`, made.after].join(' ');
      const data = stored({ first_name: 'Ivan', last_name: 'Ivanov', positions: [{ title: 'Developer', description }] });
      const prompt = JSON.stringify(personFor(data, [made.contact]));
      expect(prompt).not.toContain(made.contact);
      expect(prompt).not.toMatch(/(?<![\p{L}\p{N}])Ivanov(?![\p{L}\p{N}])/u);
    }),
  );
});

it('chooses the language of the person', () => {
  expect(languageOf(stored({ first_name: 'Anna', languages: [{ code: 'en' }, { code: 'de', level: 'native' }] }))).toBe('de');
  expect(languageOf(stored({ first_name: 'Мария' }))).toBe('ru');
  expect(languageOf(stored({ first_name: 'Анна', positions: [{ title: 'Розробниця систем і мереж' }] }))).toBe('uk');
  expect(languageOf(stored({ first_name: 'Yui', languages: [{ code: 'ja', level: 'native' }] }))).toBe('en');
});
