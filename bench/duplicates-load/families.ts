import type { ProfileData } from '@headwater/contract/profile-data';
import { relatedNameKeys } from '@headwater/domain/names/given-names';
import { personNameKey } from '@headwater/domain/names/person-name-key';
import { tokenize } from '@headwater/domain/text/tokenize';
import { lastNamesOf } from '@headwater/reference/names';
import type { Random } from '../../apps/server/src/modules/demo/random.ts';
import {
  type Change, doubleLastName, employersInFull, everydaySpelling, germanSpelling, inEnglish, initialOnly, inOrder, lastNameFirst, lastNameOf, misspeltFirst,
  misspeltLast, movedTo, newJobFrom, patronymicInside, slippedBirthdate, throughOtherSource, yearsAlone,
} from './changes.ts'; // prettier-ignore

/** People that no base has; `fits`: the first one, from an index on, that does. */
export interface Strangers {
  any(random: Random): ProfileData;
  one(random: Random, fits: (profile: ProfileData) => boolean): ProfileData;
}

export interface Family {
  name: string;
  /** Rules were not looked at with these pairs: they show what is not made to measure. */
  keptOut: boolean;
  /** Whether both are one person. */
  same: boolean;
  /** Two or more profiles. */
  make(random: Random, people: Strangers): ProfileData[];
}

const isRussian = (profile: ProfileData) => /[а-я]/i.test(profile.last_name);
const dated = (profile: ProfileData) => Boolean(profile.positions[0]?.start);
const isWoman = (profile: ProfileData) => profile.gender === 'female';
const someContacts = throughOtherSource({ contacts: 0.6 });
const noContacts = throughOtherSource({ contacts: 0 });

type Make = Family['make'];

/** A person and what another source says of them. */
const changed =
  (change: (people: Strangers) => Change, fits: (profile: ProfileData) => boolean = () => true): Make =>
  (random, people) => {
    const person = people.one(random, fits);
    return [person, change(people)(random, person)];
  };

const namesakeName = (people: Strangers) => (random: Random, profile: ProfileData) =>
  people.one(
    random,
    (other) => other.gender === profile.gender && isRussian(other) === isRussian(profile) && other.last_name !== profile.last_name,
  ).last_name;
const married = (people: Strangers) => lastNameOf(namesakeName(people));

const shorts: Readonly<Record<string, string>> = {
  александр: 'Саша', алексей: 'Лёша', анастасия: 'Настя', владимир: 'Вова', дмитрий: 'Дима', евгений: 'Женя', екатерина: 'Катя', елена: 'Лена', иван: 'Ваня',
  мария: 'Маша', михаил: 'Миша', наталья: 'Наташа', николай: 'Коля', ольга: 'Оля', павел: 'Паша', сергей: 'Серёжа', татьяна: 'Таня', юлия: 'Юля',
  anthony: 'Tony', daniel: 'Dan', edward: 'Ed', elizabeth: 'Liz', gregory: 'Greg', katherine: 'Kate', matthew: 'Matt', michael: 'Mike', nicholas: 'Nick', robert: 'Bob', stephen: 'Steve', timothy: 'Tim',
}; // prettier-ignore
const hasShort = ({ first_name: first }: ProfileData) => shorts[first.toLowerCase()] !== undefined;
const shortName: Change = (_random, profile) => ({
  ...profile,
  first_name: shorts[profile.first_name.toLowerCase()] ?? profile.first_name,
  patronymic: null,
});

const same = (name: string, make: Make, keptOut = false): Family => ({ name, keptOut, same: true, make });
const different = (name: string, make: Make, keptOut = false): Family => ({ name, keptOut, same: false, make });

const sharing = (profile: ProfileData, contact: ProfileData['contacts'][number]): ProfileData => ({
  ...profile,
  contacts: [contact, ...profile.contacts],
});
const phone = (random: Random) => ({
  type: 'phone' as const,
  value: `+7495${random.int(1_000_000, 9_999_999)}`,
  source: 'resume' as const,
});
const likePlace = (profile: ProfileData, other: ProfileData): ProfileData => ({ ...profile, locations: other.locations });
const key = (name: string) => personNameKey(tokenize(name)[0] ?? '');
const isOtherGiven = (one: ProfileData, other: ProfileData) => {
  const [left, right] = [key(one.first_name), key(other.first_name)];
  return left !== right && !relatedNameKeys(left).includes(right);
};
const atDesk = (profile: ProfileData, other: ProfileData): ProfileData => ({
  ...profile,
  positions: [
    { ...(other.positions[0] ?? { title: 'Engineer', is_current: true }), title: profile.positions[0]?.title ?? 'Engineer' },
    ...profile.positions.slice(1),
  ],
});
const startingAt = (profile: ProfileData, start: string): ProfileData => ({
  ...profile,
  positions: profile.positions.map((position, index) => (index === 0 ? { ...position, start } : position)),
});
const isSameKind = (one: ProfileData, other: ProfileData) => isRussian(one) === isRussian(other) && one.gender === other.gender;

const popular = ['Иванов', 'Смирнов', 'Кузнецов', 'Попов', 'Петров'];
/** Two who share a name and a town, and nothing else. */
const namesakes: Make = (random, people) => {
  const one = people.one(random, (profile) => isRussian(profile) && profile.gender === 'male');
  const other = people.one(random, (profile) => isRussian(profile) && profile.gender === 'male');
  const name = {
    first_name: random.pick(['Иван', 'Александр', 'Сергей', 'Алексей']),
    last_name: random.pick(popular),
    patronymic: null,
    name_latin: null,
  };
  return [
    { ...one, ...name },
    { ...likePlace(other, one), ...name },
  ];
};

/** They look for work at the same employer, and one telephone stands there for all. */
const colleagues: Make = (random, people) => {
  const one = people.one(random, (profile) => isRussian(profile) && profile.positions.length > 0);
  const other = people.one(random, (profile) => isSameKind(profile, one) && profile.last_name !== one.last_name);
  const desk = phone(random);
  const shared = { type: 'email' as const, value: `info@office${random.int(1, 1_000_000)}.test`, source: 'resume' as const };
  return [one, { ...atDesk(likePlace(other, one), one), first_name: one.first_name, name_latin: null, birthdate_exact: null }].map(
    (profile, index) =>
      startingAt(sharing(sharing(profile, desk), shared), index === 0 ? '2018-03' : `20${random.int(10, 23)}-0${random.int(4, 9)}`),
  );
};

const sonOf = (first: string) => (first.endsWith('й') ? first.replace(/й$/, 'евич') : first.replace(/[аяь]?$/, 'ович'));
const fatherAndSon: Make = (random, people) => {
  const father = people.one(random, (profile) => isRussian(profile) && profile.gender === 'male');
  const son = people.one(random, (profile) => isRussian(profile) && profile.gender === 'male' && isOtherGiven(profile, father));
  const home = phone(random);
  return [
    sharing(father, home),
    sharing({ ...likePlace(son, father), last_name: father.last_name, patronymic: sonOf(father.first_name), name_latin: null }, home),
  ];
};

const twins: Make = (random, people) => {
  const one = { ...people.any(random), birthdate_exact: `19${random.int(70, 99)}-05-1${random.int(0, 9)}` };
  const other = people.one(random, (profile) => isSameKind(profile, one) && isOtherGiven(profile, one));
  const home = phone(random);
  const shared = {
    last_name: one.last_name,
    patronymic: one.patronymic,
    birthdate_exact: one.birthdate_exact,
    educations: one.educations,
    locations: one.locations,
    name_latin: null,
  };
  return [sharing(one, home), sharing({ ...other, ...shared }, home)];
};

const couple: Make = (random, people) => {
  const one = people.one(random, isWoman);
  const other = people.one(random, (profile) => profile.gender === 'male' && isRussian(profile) === isRussian(one));
  const mail = { type: 'email' as const, value: `family${random.int(1, 10_000_000)}@mail.test`, source: 'resume' as const };
  const last = isRussian(one) ? one.last_name.replace(/а$/, '') : one.last_name;
  return [sharing(one, mail), sharing({ ...likePlace(other, one), last_name: last, name_latin: null }, mail)];
};

const ofOneName: Make = (random, people) => {
  const father = people.one(random, (profile) => !isRussian(profile) && profile.gender === 'male');
  const son = people.one(random, (profile) => !isRussian(profile) && profile.gender === 'male');
  const home = phone(random);
  const name = { first_name: father.first_name, last_name: `${father.last_name} Jr.` };
  return [
    sharing({ ...father, last_name: `${father.last_name} ${random.pick(['Sr.', ''])}`.trim() }, home),
    sharing({ ...likePlace(son, father), ...name }, home),
  ];
};

/** A bank has two of one name in one town; they came in other years and from elsewhere. */
const namesakeColleagues: Make = (random, people) => {
  const [one, other] = namesakes(random, people);
  if (!one || !other) return [];
  return [startingAt(one, '2016-02'), startingAt(atDesk(other, one), '2021-09')];
};

const russianLastNames = [...new Set(['M', 'F'].flatMap((gender) => lastNamesOf('RU', gender as 'M' | 'F').map(({ name }) => name)))];
const isOneLetterApart = (one: string, other: string) =>
  one.length === other.length && [...one].filter((letter, index) => letter !== other[index]).length === 1 && !/[её]/.test(one + other);
/** Last names that others bear, one letter from this one. */
const neighboursByName = new Map<string, string[]>();
function neighbours(last: string): string[] {
  const known = neighboursByName.get(last);
  if (known) return known;
  const found = russianLastNames.filter((name) => isOneLetterApart(name, last));
  neighboursByName.set(last, found);
  return found;
}

const classmates: Make = (random, people) => {
  const one = people.one(random, (profile) => profile.educations.length > 0 && neighbours(profile.last_name).length > 0);
  const other = people.one(random, (profile) => isSameKind(profile, one));
  return [
    one,
    {
      ...likePlace(other, one),
      first_name: one.first_name,
      educations: one.educations,
      last_name: random.pick(neighbours(one.last_name)),
      name_latin: null,
      patronymic: null,
    },
  ];
};

const ofAgency: Make = (random, people) => {
  const mail = { type: 'email' as const, value: `olga${random.int(1, 10_000_000)}@agency.test`, source: 'resume' as const };
  const one = people.any(random);
  return [one, ...Array.from({ length: 5 }, () => people.one(random, (profile) => isOtherGiven(profile, one)))].map((profile) =>
    sharing(profile, mail),
  );
};

/** They began together after the same school, in one job. */
const newcomers: Make = (random, people) => {
  const one = people.one(random, (profile) => isRussian(profile) && profile.educations.length > 0 && Boolean(profile.positions[0]?.start));
  const other = people.one(random, (profile) => isSameKind(profile, one) && profile.last_name !== one.last_name);
  return [
    one,
    {
      ...likePlace(other, one),
      first_name: one.first_name,
      educations: one.educations,
      positions: one.positions.slice(0, 1),
      name_latin: null,
      birthdate_exact: null,
    },
  ];
};

const siblings: Make = (random, people) => {
  const sister = people.one(
    random,
    (profile) => isWoman(profile) && isRussian(profile) && /[оеи][вн]а$/.test(profile.last_name) && dated(profile),
  );
  const brother = people.one(random, (profile) => profile.gender === 'male' && isRussian(profile));
  const home = phone(random);
  const shared = { last_name: sister.last_name.slice(0, -1), name_latin: null, patronymic: null };
  return [sharing(sister, home), sharing({ ...atDesk(likePlace(brother, sister), sister), ...shared }, home)];
};

const schoolmates: Make = (random, people) => {
  const one = people.one(random, (profile) => profile.educations.some((education) => education.end_year));
  const other = people.one(random, (profile) => isSameKind(profile, one) && profile.educations.length > 0);
  const educations = one.educations.map((education) => ({
    ...education,
    start_year: null,
    end_year: (education.end_year ?? 2010) - random.int(4, 12),
  }));
  const name = { first_name: one.first_name, last_name: one.last_name, patronymic: null, name_latin: null, birthdate_exact: null };
  return [one, { ...likePlace(other, one), ...name, educations }];
};

const stranger = (people: Strangers) => (random: Random) => people.any(random);

export const families: readonly Family[] = [
  same(
    'another source knows less',
    changed(() => someContacts),
  ),
  same(
    'last name misspelt',
    changed(() => inOrder(someContacts, misspeltLast)),
  ),
  same(
    'in Latin letters, as passports',
    changed(() => inOrder(someContacts, inEnglish()), isRussian),
  ),
  same(
    'married name',
    changed((people) => inOrder(someContacts, married(people)), isWoman),
  ),
  same(
    'new job',
    changed((people) => inOrder(someContacts, newJobFrom(stranger(people))), dated),
  ),
  same(
    'short given name',
    changed(() => inOrder(someContacts, shortName), hasShort),
  ),
  same(
    'no contact in common',
    changed(() => noContacts),
  ),
  same(
    'given name misspelt',
    changed(() => inOrder(someContacts, misspeltFirst)),
    true,
  ),
  same(
    'in Latin letters, as Germans do',
    changed(() => inOrder(someContacts, inEnglish(germanSpelling)), isRussian),
    true,
  ),
  same(
    'in Latin letters, as people do',
    changed(() => inOrder(noContacts, inEnglish(everydaySpelling)), isRussian),
  ),
  same(
    'married name and a new job',
    changed(
      (people) => inOrder(someContacts, married(people), newJobFrom(stranger(people))),
      (one) => isWoman(one) && dated(one),
    ),
    true,
  ),
  same(
    'last name first',
    changed(() => inOrder(someContacts, lastNameFirst)),
  ),
  same(
    'double last name',
    changed((people) => inOrder(someContacts, doubleLastName(namesakeName(people)))),
    true,
  ),
  same(
    'years without months',
    changed(() => inOrder(someContacts, yearsAlone)),
    true,
  ),
  same(
    'patronymic beside the given name',
    changed(() => inOrder(patronymicInside, someContacts), isRussian),
    true,
  ),
  same(
    'initial of the given name',
    changed(() => inOrder(someContacts, initialOnly)),
    true,
  ),
  same(
    'employers written in full',
    changed(() => inOrder(someContacts, employersInFull)),
    true,
  ),
  same(
    'date of birth mistyped',
    changed(() => inOrder(someContacts, slippedBirthdate)),
    true,
  ),
  same(
    'moved to another town',
    changed((people) => inOrder(someContacts, movedTo(stranger(people)))),
    true,
  ),
  same(
    'two slips and years without months',
    changed(() => inOrder(someContacts, misspeltFirst, misspeltLast, yearsAlone)),
    true,
  ),
  same(
    'in Latin letters, and a new job',
    changed(
      (people) => inOrder(someContacts, inEnglish(), newJobFrom(stranger(people))),
      (one) => isRussian(one) && dated(one),
    ),
    true,
  ),
  same(
    'short given name and a married name',
    changed(
      (people) => inOrder(someContacts, shortName, married(people)),
      (one) => isWoman(one) && hasShort(one),
    ),
    true,
  ),
  different('namesakes in one town', namesakes),
  different('colleagues of one given name, one desk', colleagues),
  different('father and son', fatherAndSon),
  different('twins', twins),
  different('married couple with one e-mail', couple, true),
  different('father and son of one name', ofOneName, true),
  different('namesakes at one employer in one town', namesakeColleagues, true),
  different('classmates, one letter apart', classmates),
  different('candidates of one agency', ofAgency, true),
  different('brother and sister at one employer', siblings, true),
  different('namesakes of one school, other years', schoolmates, true),
  different('began together, one given name', newcomers, true),
];
