import { lastNamesOf } from '@headwater/reference/names';
import type { Contact } from '@headwater/contract/profile-data';
import type { Home } from './countries.ts';
import { givenNames } from './given-names.ts';
import { type Draw, type Random, weighted, zipf } from './random.ts';
import { passportSpelling } from './passport-spelling.ts';

type Gender = 'male' | 'female';

export interface Person {
  gender: Gender;
  first: string;
  last: string;
  patronymic: string | null;
  /** First and last name in ASCII, for addresses. */
  plain: { first: string; last: string };
}

const patronymics: readonly (readonly [string, string])[] =
  'Александрович/Александровна Сергеевич/Сергеевна Владимирович/Владимировна Николаевич/Николаевна Андреевич/Андреевна Викторович/Викторовна Алексеевич/Алексеевна Юрьевич/Юрьевна Анатольевич/Анатольевна Михайлович/Михайловна Дмитриевич/Дмитриевна Игоревич/Игоревна Иванович/Ивановна Валерьевич/Валерьевна Евгеньевич/Евгеньевна Олегович/Олеговна Васильевич/Васильевна Вячеславович/Вячеславовна Павлович/Павловна Геннадьевич/Геннадьевна Константинович/Константиновна Петрович/Петровна Борисович/Борисовна Витальевич/Витальевна Леонидович/Леонидовна Григорьевич/Григорьевна Вадимович/Вадимовна Романович/Романовна Фёдорович/Фёдоровна Максимович/Максимовна Станиславович/Станиславовна Денисович/Денисовна Артёмович/Артёмовна Ильич/Ильинична Маратович/Маратовна Рустамович/Рустамовна'
    .split(' ')
    .map((pair) => pair.split('/') as unknown as readonly [string, string]);

interface NameDraws {
  first: Record<Gender, Draw<string>>;
  last: Record<Gender, Draw<string>>;
}

const drawPatronymic = zipf(patronymics, 6);
const known = new Map<string, NameDraws>();

const polishFeminine = (name: string) => name.replace(/(s|c|dz)ki$/, '$1ka');

function lastNames(country: string, gender: Gender): string[] {
  const short = gender === 'male' ? 'M' : 'F';
  const names = lastNamesOf(country, short);
  if (country === 'RU') return names.filter((name) => name.gender === short).map((name) => name.name);
  const latin = names
    .filter((name) => name.latin !== null && /^[\p{Script=Latin} '-]+$/u.test(name.latin))
    .map((name) => name.latin ?? name.name);
  return country === 'PL' && gender === 'female' ? latin.map(polishFeminine) : latin;
}

const initialOf = (name: string) => name.normalize('NFKD').charAt(0).toLowerCase();

/** Number of names sorted by frequency; the names after them are sorted alphabetically. */
function countCommonNames(names: readonly string[]): number {
  const initials = names.slice(0, Math.ceil(names.length * 0.9)).map(initialOf);
  const turn = initials.findLastIndex((initial, index) => index > 0 && (initials[index - 1] ?? '') > initial);
  return turn < names.length / 2 ? Math.max(turn, 1) : names.length;
}

const weightOfCommon = (index: number) => 1 / (index + 25);

function drawLastName(names: readonly string[]): Draw<string> {
  const common = countCommonNames(names);
  if (common === names.length) return zipf(names, 25);
  const sum = names.slice(0, common).reduce((total, _, index) => total + weightOfCommon(index), 0);
  const weightOfRare = (0.7 * sum) / (names.length - common);
  return weighted(names, (_, index) => (index < common ? weightOfCommon(index) : weightOfRare));
}

const both = <T>(make: (gender: Gender) => T): Record<Gender, T> => ({ male: make('male'), female: make('female') });

function namesOf(country: string): NameDraws {
  const cached = known.get(country);
  if (cached) return cached;
  const draws = {
    first: both((gender) => zipf(givenNames[country]?.[gender] ?? [], 8)),
    last: both((gender) => drawLastName(lastNames(country, gender))),
  };
  known.set(country, draws);
  return draws;
}

const plainForm = (name: string) => {
  const latin = passportSpelling(name).normalize('NFKD').replace(/ß/g, 'ss').replace(/[łŁ]/g, 'l').replace(/[øØ]/g, 'o').replace(/ı/g, 'i');
  return latin.replace(/[^A-Za-z]/g, '').toLowerCase();
};

export function makePerson(random: Random, { home, women }: { home: Home; women: number }): Person {
  const gender: Gender = random.chance(women) ? 'female' : 'male';
  const draws = namesOf(home.names);
  const first = draws.first[gender](random);
  const last = draws.last[gender](random);
  const patronymic = home.names === 'RU' ? (drawPatronymic(random)[gender === 'male' ? 0 : 1] ?? null) : null;
  return { gender, first, last, patronymic, plain: { first: plainForm(first), last: plainForm(last) } };
}

const digits = (random: Random, mask: string) => mask.replace(/x/g, () => String(random.int(0, 9)));
// .test is reserved (RFC 2606) and cannot receive mail.
const mailHosts = ['mail.test', 'inbox.test', 'post.test', 'fastmail.test', 'box.test'] as const;

function handleOf(random: Random, { plain }: Person, index: number): string {
  const { first, last } = plain;
  const forms = [`${first}.${last}`, `${first[0] ?? ''}.${last}`, `${last}.${first}`, `${first}${last}`];
  return `${random.pick(forms)}${index}`;
}

export function makeContacts(random: Random, { person, home, index }: { person: Person; home: Home; index: number }): Contact[] {
  if (random.chance(0.1)) return [];
  const source = home.names === 'RU' ? (random.chance(0.6) ? 'hh' : 'resume') : random.chance(0.5) ? 'linkedin' : 'resume';
  const contacts: Contact[] = [];
  const handle = handleOf(random, person, index);
  if (random.chance(0.83)) contacts.push({ type: 'email', value: `${handle}@${random.pick(mailHosts)}`, kind: 'personal', source });
  if (random.chance(0.06)) contacts.push({ type: 'email', value: `${handle}@work.test`, kind: 'corporate', source: 'linkedin' });
  const [phone] = random.sample(home.phones, 1);
  if (phone && random.chance(0.8)) contacts.push({ type: 'phone', value: digits(random, phone), kind: 'personal', source });
  const telegram = home.names === 'RU' ? 0.55 : 0.13;
  if (random.chance(telegram)) {
    contacts.push({ type: 'telegram', value: `@${person.plain.last.slice(0, 12)}_${index}_test`, kind: 'personal', source });
  }
  return contacts;
}
