import { beforeAll, describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { useInstallation } from '../../../test/installation.ts';
import { enterpriseSchema, person, useScim, userSchema } from '../../../test/scim-fixtures.ts';

const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
let acme: Awaited<ReturnType<typeof useScim>>;
const ids: Record<string, string> = {};
beforeAll(async () => {
  acme = await useScim(here, 'acme.test');
  const add = async (name: string, more: object) => {
    ids[name] = (await acme.client.post('/Users', person(`${name}@acme.test`, more))).body.id;
  };
  ids['owner'] = String(acme.owner.id);
  await add('grace', { externalId: 'A-1', [enterpriseSchema]: { department: 'Engines' } });
  await add('anna', { name: { givenName: 'Анна', familyName: 'Ёлкина' }, locale: 'ru_RU', externalId: 'a-1', active: false });
  await add('ada', {
    name: { givenName: 'Ada' },
    emails: [
      { value: 'ada@acme.test', type: 'work' },
      { value: 'ada@home.test', type: 'home' },
    ],
  });
});

const found = async (filter: string): Promise<string[]> => {
  const { status, body } = await acme.client.find('/Users', filter);
  if (status !== 200) return [`${status} ${body.scimType}`];
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return body.Resources.map(({ id }: { id: string }) => names.get(id)).toSorted();
};

const lists = (count: number) => Array.from({ length: count }, (_, index) => `emails.value co "${index}x"`).join(' or ');

describe('a filter', () => {
  it.each([
    ['userName eq "GRACE@acme.test"', ['grace']],
    ['userName ne "grace@acme.test"', ['ada', 'anna', 'owner']],
    ['userName co "A@ACME"', ['ada', 'anna']],
    ['userName sw "an" or userName ew "e@acme.test"', ['anna', 'grace']],
    [`${userSchema}:userName sw "AD"`, ['ada']],
    ['name.givenName eq "анна"', ['anna']],
    ['name.familyName sw "ёл"', ['anna']],
    ['NAME.FAMILYNAME pr', ['anna', 'grace', 'owner']],
    ['not (name.familyName pr)', ['ada']],
    ['not(active eq true)', ['anna']],
    ['active eq "False"', ['anna']],
    ['active ne true', ['anna']],
    ['externalId eq "A-1"', ['grace']],
    ['externalId eq "a-1"', ['anna']],
    ['externalId eq null', ['owner']],
    ['preferredLanguage eq "ru" and locale sw "ru"', ['anna']],
    ['emails eq "ada@home.test"', ['ada']],
    ['emails.type eq "home"', ['ada']],
    ['emails[type eq "home" and value co "home"]', ['ada']],
    ['emails[type eq "work"].value eq "ada@acme.test"', ['ada']],
    ['emails[type eq "work" and value eq "ada@home.test"]', []],
    ['emails.value ne "ada@home.test"', ['anna', 'grace', 'owner']],
    [`${enterpriseSchema}:department eq "engines"`, ['grace']],
    ['roles.value eq "admin"', ['owner']],
    ['groups pr', []],
    ['meta.created gt "2020-01-01T00:00:00Z" and meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['meta.created ge "2020-01-01T00:00:00Z"', ['ada', 'anna', 'grace', 'owner']],
    ['meta.resourceType eq "User" and (active eq true and (userName sw "g" or userName sw "o"))', ['grace', 'owner']],
    ['active eq true and userName sw "a" or userName eq "grace@acme.test"', ['ada', 'grace']],
    ['userName eq "x\\" or \\"1\\" eq \\"1"', []],
    ['userName co "%"', []],
    ['userName co "\'"', []],
    ['displayName eq "Ada"', ['ada']],
  ])('%s', async (filter, names) => {
    expect(await found(filter)).toEqual(names);
  });

  it('compares timestamps in milliseconds, as displayed', async () => {
    const { body } = await acme.client.get(`/Users/${ids['grace']}`);
    expect(await found(`meta.lastModified eq "${body.meta.lastModified}" and id eq "${ids['grace']}"`)).toEqual(['grace']);
  });

  it.each([
    'userName',
    'userName eq',
    'userName eq grace',
    'userName is "x"',
    'eq "x"',
    'userName eq "x',
    'userName eq "\\q"',
    'userName eq "x" and',
    'userName eq "x" userName eq "y"',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'userName[value eq "x"]',
    'emails[emails[value eq "x"]]',
    'shoeSize eq "x"',
    'password eq "x"',
    'constructor eq "x"',
    '__proto__ eq "x"',
    'emails.constructor eq "x"',
    'active gt true',
    'active eq "maybe"',
    'meta.created gt "yesterday"',
    'meta.created co "2020-01-01T00:00:00Z"',
    'userName gt null',
    'not',
    '()',
    ';drop table users',
  ])('is rejected if invalid: %s', async (filter) => {
    expect(await found(filter)).toEqual(['400 invalidFilter']);
  });

  it.each([
    ['brackets', '('.repeat(1_000_000)],
    ['negations', 'not '.repeat(250_000)],
    ['comparisons', `${'userName eq "x" or '.repeat(50_000)}userName eq "x"`],
    ['quotation marks', '"'.repeat(1_000_000)],
    ['escapes', `userName eq "${'\\'.repeat(500_000)}`],
    ['spaces', `userName${' '.repeat(1_000_000)}`],
    ['dots', `userName${'.a'.repeat(400_000)} pr`],
    ['lists', 'emails[type eq "a" and '.repeat(40_000)],
  ])('of half a megabyte of %s is rejected quickly', async (_name, filter) => {
    const reject = async () => {
      const { status, body } = await acme.client.post('/Users/.search', { filter: filter.slice(0, 500_000) });
      expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
    };
    expect(await leastProcessorMs(reject, 3000)).toBeLessThan(3000);
    // Maximum length of a filter.
    expect((await acme.client.post('/Users/.search', { filter: filter.slice(0, 3999) })).status).toBe(400);
  });

  it('of two megabytes is rejected before parsing', async () => {
    expect((await acme.client.post('/Users/.search', { filter: 'userName eq "x" or '.repeat(110_000) })).status).toBe(413);
  });

  it('may have a hundred comparisons and twenty levels', async () => {
    const wide = Array.from({ length: 100 }, (_, index) => `userName co "${index}x"`).join(' or ');
    expect(await found(wide)).toEqual([]);
    expect(await found(`${wide} or active pr`)).toEqual(['400 invalidFilter']);
    // Each comparison scans the list values of all users.
    expect(await found(lists(10))).toEqual([]);
    expect(await found(lists(11))).toEqual(['400 invalidFilter']);
    expect(await found(`emails[${lists(11).replaceAll('emails.', '')}]`)).toEqual(['400 invalidFilter']);
    expect(await found(`${'('.repeat(20)}userName sw "grace"${')'.repeat(20)}`)).toEqual(['grace']);
    expect(await found(`${'('.repeat(21)}userName sw "grace"${')'.repeat(21)}`)).toEqual(['400 invalidFilter']);
  });
});
