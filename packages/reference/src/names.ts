import { once } from './once.ts';
import { readTable, type Row } from './table.ts';

export type Gender = 'M' | 'F';

/** A personal name as it is borne in a country. */
export interface PersonName {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Null where the name is borne by both or the source does not say. */
  gender: Gender | null;
  /** In the local script. */
  name: string;
  /** Romanised; null where it is not known. Equals `name` when that is Latin already. */
  latin: string | null;
  /** Position within country and gender; 1 is the most popular. */
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
/** Russian patronymics. */
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

/** First names of a country by popularity; with a gender, its own and the neutral ones. */
export function firstNamesOf(country: string, gender?: Gender): PersonName[] {
  return ofGender(firstNamesByCountry().get(country) ?? [], gender);
}

/** Last names of a country by popularity; with a gender, the forms it takes (Иванов, Иванова). */
export function lastNamesOf(country: string, gender?: Gender): PersonName[] {
  return ofGender(lastNamesByCountry().get(country) ?? [], gender);
}
