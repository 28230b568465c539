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

/** Generated people outside the base. */
export interface NewPeople {
  any(random: Random): ProfileData;
  one(random: Random, fits: (profile: ProfileData) => boolean): ProfileData;
}

export interface Family {
  name: string;
  /** The rules were not tuned with these pairs. */
  keptOut: boolean;
  /** Both profiles are one person. */
  same: boolean;
  make(random: Random, people: NewPeople): ProfileData[];
}

const isRussian = (profile: ProfileData) => /[а-я]/i.test(profile.last_name);
const dated = (profile: ProfileData) => Boolean(profile.positions[0]?.start);
const isWoman = (profile: ProfileData) => profile.gender === 'female';
const someContacts = throughOtherSource({ contacts: 0.6 });
const noContacts = throughOtherSource({ contacts: 0 });

type Make = Family['make'];

const changed =
  (change: (people: NewPeople) => Change, fits: (profile: ProfileData) => boolean = () => true): Make =>
  (random, people) => {
    const person = people.one(random, fits);
    return [person, change(people)(random, person)];
  };

const namesakeName = (people: NewPeople) => (random: Random, profile: ProfileData) =>
  people.one(
    random,
    (other) => other.gender === profile.gender && isRussian(other) === isRussian(profile) && other.last_name !== profile.last_name,
  ).last_name;
const married = (people: NewPeople) => lastNameOf(namesakeName(people));

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
/** Same name and town only. */
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

/** Same employer with a shared phone. */
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

/** Same name, employer and town, with different careers. */
const namesakeColleagues: Make = (random, people) => {
  const [one, other] = namesakes(random, people);
  if (!one || !other) return [];
  return [startingAt(one, '2016-02'), startingAt(atDesk(other, one), '2021-09')];
};

const russianLastNames = [...new Set(['M', 'F'].flatMap((gender) => lastNamesOf('RU', gender as 'M' | 'F').map(({ name }) => name)))];
const isOneLetterApart = (one: string, other: string) =>
  one.length === other.length && [...one].filter((letter, index) => letter !== other[index]).length === 1 && !/[её]/.test(one + other);
/** Last names with an edit distance of 1. */
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

/** Same school, start and job. */
const jointStarters: Make = (random, people) => {
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

const newPerson = (people: NewPeople) => (random: Random) => people.any(random);

type Alteration = (people: NewPeople) => Change;
const always =
  (change: Change): Alteration =>
  () =>
    change;
const some = always(someContacts);
const none = always(noContacts);
const latin = always(inEnglish());
const newJob: Alteration = (people) => newJobFrom(newPerson(people));
const moved: Alteration = (people) => movedTo(newPerson(people));
const doubled: Alteration = (people) => doubleLastName(namesakeName(people));
const altered = (alterations: readonly Alteration[], fits?: (profile: ProfileData) => boolean): Make =>
  changed((people) => inOrder(...alterations.map((alter) => alter(people))), fits);
const [lastTypo, firstTypo, years] = [always(misspeltLast), always(misspeltFirst), always(yearsAlone)];
const [german, everyday] = [always(inEnglish(germanSpelling)), always(inEnglish(everydaySpelling))];
const isDatedWoman = (one: ProfileData) => isWoman(one) && dated(one);
const isDatedRussian = (one: ProfileData) => isRussian(one) && dated(one);
const isWomanWithShort = (one: ProfileData) => isWoman(one) && hasShort(one);

export const families: readonly Family[] = [
  same('another source knows less', altered([some])),
  same('last name misspelt', altered([some, lastTypo])),
  same('in Latin letters, as passports', altered([some, latin], isRussian)),
  same('married name', altered([some, married], isWoman)),
  same('new job', altered([some, newJob], dated)),
  same('short given name', altered([some, always(shortName)], hasShort)),
  same('no contact in common', altered([none])),
  same('given name misspelt', altered([some, firstTypo]), true),
  same('in Latin letters, as Germans do', altered([some, german], isRussian), true),
  same('in Latin letters, as people do', altered([none, everyday], isRussian)),
  same('married name and a new job', altered([some, married, newJob], isDatedWoman), true),
  same('last name first', altered([some, always(lastNameFirst)])),
  same('double last name', altered([some, doubled]), true),
  same('years without months', altered([some, years]), true),
  same('patronymic beside the given name', altered([always(patronymicInside), some], isRussian), true),
  same('initial of the given name', altered([some, always(initialOnly)]), true),
  same('employers written in full', altered([some, always(employersInFull)]), true),
  same('date of birth mistyped', altered([some, always(slippedBirthdate)]), true),
  same('moved to another town', altered([some, moved]), true),
  same('two slips and years without months', altered([some, firstTypo, lastTypo, years]), true),
  same('in Latin letters, and a new job', altered([some, latin, newJob], isDatedRussian), true),
  same('short given name and a married name', altered([some, always(shortName), married], isWomanWithShort), true),
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
  different('began together, one given name', jointStarters, true),
];
