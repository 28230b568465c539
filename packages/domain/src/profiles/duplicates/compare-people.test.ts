import { describe, expect, it } from 'vitest';
import { blockingKeys } from './blocking-keys.ts';
import { comparePeople, suggestedScore } from './compare-people.ts';
import { packFacts, unpackFacts } from './pack-facts.ts';
import { type ContactInput, factsOf, type PersonInput } from './person-facts.ts';

const job = (company: string, start: string, more: object = {}) => ({ title: 'Инженер', company, start, ...more });
const email = (normalized: string): ContactInput => ({ type: 'email', normalized });
const phone = (normalized: string): ContactInput => ({ type: 'phone', normalized });

type Who = Partial<PersonInput> & { contacts?: ContactInput[] };
const person = ({ contacts = [], ...data }: Who) => factsOf({ first_name: '', last_name: '', ...data }, contacts);

const compared = (one: Who, other: Who) => comparePeople(person(one), person(other));
const isSuggested = (one: Who, other: Who) => {
  const { score } = compared(one, other);
  // The comparison is symmetric.
  expect(compared(other, one).score).toBe(score);
  return score >= suggestedScore;
};
const meet = (one: Who, other: Who) => {
  const keys = new Set(blockingKeys(person(one)).map(({ key }) => key));
  return blockingKeys(person(other)).some(({ key }) => keys.has(key));
};

const school = { patronymic: 'Ильинична', educations: [{ institution: 'ПГНИУ', end_year: 2015 }] };
const anna = {
  first_name: 'Анна',
  last_name: 'Щербинина',
  gender: 'female' as const,
  locations: [{ city: 'Пермь' }],
  positions: [job('Парма', '2017-03')],
};
const ivan = { first_name: 'Иван', last_name: 'Иванов', locations: [{ city: 'Москва' }] };

describe('one person in two profiles', () => {
  it.each<[string, Who, Who]>([
    ['the same name, employer and city', { ...anna, positions: [job('Парма', '')] }, { ...anna, positions: [job('ООО «Парма»', '')] }],
    [
      'Latin letters',
      anna,
      { ...anna, first_name: 'Anna', last_name: 'Shcherbinina', locations: [{ city: 'Пермь' }], positions: [job('Parma', '2017')] },
    ],
    ['a slip of the hand', anna, { ...anna, last_name: 'Щебринина' }],
    ['a married name', { ...anna, ...school }, { ...anna, ...school, last_name: 'Кольцова' }],
    [
      'a married name and the same e-mail',
      { ...anna, contacts: [email('anna@mail.test')] },
      { first_name: 'Анна', last_name: 'Кольцова', contacts: [email('anna@mail.test')] },
    ],
    ['a short name', { ...anna, first_name: 'Аня' }, anna],
    ['a short name in Latin letters', { ...anna, first_name: 'Marysia' }, { ...anna, first_name: 'Мария' }],
    ['the last name first', { ...anna, first_name: 'Щербинина', last_name: 'Анна' }, anna],
    [
      'a new job and the same telephone',
      { ...anna, contacts: [phone('79021234567')] },
      { ...anna, positions: [job('Новомет', '2021-01')], contacts: [phone('79021234567')] },
    ],
    [
      'an account and its page',
      { ...ivan, contacts: [{ type: 'telegram', normalized: 'ivan_i' }] },
      { ...ivan, links: [{ url: 'https://t.me/ivan_i' }] },
    ],
  ])('is found by %s', (_, one, other) => {
    expect(isSuggested(one, other)).toBe(true);
    expect(meet(one, other)).toBe(true);
  });

  it('lists reasons, strongest first, and contradictions', () => {
    const { score, reasons } = compared(
      { ...anna, contacts: [email('anna@mail.test')] },
      { ...anna, last_name: 'Кольцова', contacts: [email('anna@mail.test')] },
    );
    expect(reasons).toEqual([
      { code: 'email' },
      { code: 'job', value: 'Парма' },
      { code: 'city', value: 'Пермь' },
      { code: 'last_name_differs' },
    ]);
    expect(score).toBeGreaterThan(80);
  });
});

describe('two people', () => {
  it.each<[string, Who, Who]>([
    ['of a popular name in a large city', ivan, ivan],
    [
      'of a popular name at one employer, since other years',
      { ...ivan, positions: [job('Банк', '2012-02', { end: '2019-01' })] },
      { ...ivan, positions: [job('Банк', '2018-09')] },
    ],
    [
      'father and son, at one telephone',
      { first_name: 'Пётр', last_name: 'Щербинин', patronymic: 'Ильич', locations: anna.locations, contacts: [phone('73422000000')] },
      { first_name: 'Илья', last_name: 'Щербинин', patronymic: 'Петрович', locations: anna.locations, contacts: [phone('73422000000')] },
    ],
    [
      'father and son of one name',
      { first_name: 'John', last_name: 'Applewhite Sr.', locations: [{ city: 'Boston' }], contacts: [phone('16175550100')] },
      { first_name: 'John', last_name: 'Applewhite Jr.', locations: [{ city: 'Boston' }], contacts: [phone('16175550100')] },
    ],
    [
      'twins',
      {
        first_name: 'Олег',
        last_name: 'Щербинин',
        patronymic: 'Ильич',
        birthdate_exact: '1990-04-05',
        locations: anna.locations,
        contacts: [phone('73422000000')],
      },
      {
        first_name: 'Игорь',
        last_name: 'Щербинин',
        patronymic: 'Ильич',
        birthdate_exact: '1990-04-05',
        locations: anna.locations,
        contacts: [phone('73422000000')],
      },
    ],
    [
      'a couple with one e-mail',
      { ...anna, contacts: [email('we@mail.test')] },
      { first_name: 'Олег', last_name: 'Щербинин', contacts: [email('we@mail.test')] },
    ],
    [
      'colleagues of one given name at one switchboard',
      { ...anna, contacts: [phone('73422000000'), email('info@parma.test')] },
      { ...anna, last_name: 'Кольцова', positions: [job('Парма', '2020-08')], contacts: [phone('73422000000'), email('info@parma.test')] },
    ],
    [
      'at the mailbox of an office',
      { first_name: 'Олег', last_name: 'Зуев', contacts: [email('hr@firm.test')] },
      { first_name: 'Олег', last_name: 'Чуев', contacts: [email('hr@firm.test')] },
    ],
    ['of names that are one letter apart', { ...anna, first_name: 'Марина' }, { ...anna, first_name: 'Карина' }],
  ])('are no duplicates: %s', (_, one, other) => expect(isSuggested(one, other)).toBe(false));

  it('need more evidence the more namesakes exist', () => {
    const rare = comparePeople(person(anna), person(anna), 2).score;
    expect(comparePeople(person(anna), person(anna), 150).score).toBeLessThan(rare);
  });
});

describe('person facts', () => {
  const full = person({
    ...anna,
    patronymic: 'Ильинична',
    birthdate_exact: '1990-04-05',
    educations: [{ institution: 'ПГНИУ' }],
    contacts: [email('a@b.test'), phone('79021234567')],
  });

  it('survive packing', () => expect(unpackFacts(packFacts(full))).toEqual(full));

  it('contain no plain address, number or name', () => {
    expect(packFacts(full)).not.toMatch(/a@b|7902|Щербинина|Анна|Ильинична/);
  });

  it('create a bounded number of groups for twenty jobs and a hundred links', () => {
    const positions = Array.from({ length: 20 }, (_, index) => job(`Фирма ${index}`, `20${10 + (index % 10)}-01`));
    const links = Array.from({ length: 100 }, (_, index) => ({ url: `https://site${index}.test/anna` }));
    expect(blockingKeys(person({ ...anna, positions, links })).length).toBeLessThan(60);
  });
});
