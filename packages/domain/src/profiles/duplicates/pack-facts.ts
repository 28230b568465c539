import type { PersonFacts } from './person-facts.ts';

/** Lists without field names: a third of the JSON size. */
export function packFacts({ name, gender, born, contacts, open, cities, jobs, schools }: PersonFacts): string {
  return JSON.stringify([
    [name.givenNames, name.last, name.patronymic, name.suffix],
    gender,
    born,
    contacts,
    cities.map(({ city, name: written }) => [city, written]),
    jobs.map(({ employer, name: written, startYear, startMonth, endMonth, title }) => [
      employer,
      written,
      startYear,
      startMonth,
      endMonth,
      title,
    ]),
    schools.map(({ school, name: written, endYear }) => [school, written, endYear]),
    open,
  ]);
}

type Packed = [
  [string[], string[], string, string],
  PersonFacts['gender'],
  string | null,
  PersonFacts['contacts'],
  [string, string][],
  [string, string, number | null, number | null, number | null, string[]][],
  [string, string, number | null][],
  // Absent in facts of an earlier release.
  number[]?,
];

export function unpackFacts(text: string): PersonFacts {
  const [[givenNames, last, patronymic, suffix], gender, born, contacts, cities, jobs, schools, open = []] = JSON.parse(text) as Packed;
  return {
    name: { givenNames, last, patronymic, suffix },
    gender,
    born,
    contacts,
    open,
    cities: cities.map(([city, name]) => ({ city, name })),
    jobs: jobs.map(([employer, name, startYear, startMonth, endMonth, title]) => ({
      employer,
      name,
      startYear,
      startMonth,
      endMonth,
      title,
    })),
    schools: schools.map(([school, name, endYear]) => ({ school, name, endYear })),
  };
}
