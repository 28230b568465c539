import { once } from './once.ts';
import { readTable, type Row } from './table.ts';

export type Gender = 'M' | 'F';

export interface PersonName {
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** Null for names of both genders, or if unknown. */
  gender: Gender | null;
  name: string;
  /** Equals `name` if that is Latin. */
  latin: string | null;
  /** Rank within country and gender, from 1. */
  rank: number;
}

export interface Patronymic {
  gender: Gender;
  name: string;
}

function personName(row: Row): PersonName {
  return {
    country: row.text('country'),
    gender: row.optional('gender') as Gender | null,
    name: row.text('name'),
    latin: row.optional('latin'),
    rank: row.number('rank'),
  };
}

export const loadFirstNames: () => PersonName[] = once(() => readTable('first_names', personName));
export const loadLastNames: () => PersonName[] = once(() => readTable('last_names', personName));
export const loadPatronymics: () => Patronymic[] = once(() =>
  readTable('patronymics', (row) => ({ gender: row.text('gender') as Gender, name: row.text('name') })),
);

const firstNamesByCountry = once(() => groupByCountry(loadFirstNames()));
const lastNamesByCountry = once(() => groupByCountry(loadLastNames()));

function groupByCountry(names: readonly PersonName[]): Map<string, PersonName[]> {
  const groups = new Map<string, PersonName[]>();
  for (const name of names) {
    const group = groups.get(name.country);
    if (group === undefined) groups.set(name.country, [name]);
    else group.push(name);
  }
  return groups;
}

function ofGender(names: readonly PersonName[], gender: Gender | undefined): PersonName[] {
  return names.filter((name) => gender === undefined || name.gender === null || name.gender === gender);
}

export function firstNamesOf(country: string, gender?: Gender): PersonName[] {
  return ofGender(firstNamesByCountry().get(country) ?? [], gender);
}

/** By popularity; with a gender, the forms of that gender (Иванов, Иванова). */
export function lastNamesOf(country: string, gender?: Gender): PersonName[] {
  return ofGender(lastNamesByCountry().get(country) ?? [], gender);
}
