import { relatedNameKeys } from '../../names/given-names.ts';
import { hashOf } from './hash.ts';
import type { PersonFacts } from './person-facts.ts';

/** A group of profiles that are compared with each other. One of more than `most` people tells nobody apart: it is left to narrower ones. */
export interface BlockingKey {
  key: number;
  most: number;
  /** Stands for the whole name: how many have it tells how rare it is. */
  isName?: boolean;
  /** Hash of the contact that it stands for. */
  contact?: number;
}

/** Profiles with one contact from which on it is no evidence: an office, or a value that people type in place of their own. */
export const commonContact = 10;

/** How many people may share a key of each kind. */
const limits = { contact: 30, name: 12, narrow: 16 } as const;
const recent = 3;

const variants = (keys: readonly string[]): string[] => keys.filter((key) => key.length > 1).slice(0, 2);

/** A short form stands for each of its names: Sasha for Alexander and Alexandra. */
function givenOf({ name }: PersonFacts): string[] {
  const own = variants(name.givenNames);
  const full = own.flatMap((key) => (key.length < 6 ? relatedNameKeys(key).slice(0, 3) : []));
  return [...new Set([...own, ...full])];
}

const startOf = ({ startMonth, startYear }: PersonFacts['jobs'][number]) => startMonth ?? startYear;

/** What names are put together with: employers, cities, schools. */
function narrowTexts(facts: PersonFacts): { full: string[]; givenNames: string[]; last: string[] } {
  const jobs = facts.jobs.slice(0, recent);
  const dated = jobs.filter((job) => startOf(job) !== null);
  const starts = dated.map((job) => `${job.employer} ${startOf(job)}`);
  const schools = facts.schools.slice(0, 2);
  return {
    full: [
      ...new Set([
        ...facts.cities.slice(0, 2).map(({ city }) => `c${city}`),
        ...jobs.map(({ employer }) => `e${employer}`),
        ...schools.map(({ school }) => `s${school}`),
      ]),
    ],
    // Whose last name is another one or misspelt is found by the rest.
    givenNames: [
      ...starts.map((start) => `j${start}`),
      ...schools.filter(({ endYear }) => endYear !== null).map(({ school, endYear }) => `y${school} ${endYear}`),
      ...(facts.born ? [`b${facts.born}`] : []),
      ...(facts.name.patronymic
        ? facts.cities.slice(0, 1).map(({ city }) => `p${facts.name.patronymic} ${city} ${facts.jobs[0]?.employer ?? ''}`)
        : []),
    ],
    last: [...starts.map((start) => `j${start}`), ...(facts.born ? [`b${facts.born}`] : [])],
  };
}

/** The groups that a person is in, so that nobody has to be compared with everybody. Equal profiles have equal keys. */
export function blockingKeys(facts: PersonFacts): BlockingKey[] {
  const keys = new Map<string, Omit<BlockingKey, 'key'>>();
  const givenNames = givenOf(facts);
  const last = variants(facts.name.last);
  const narrow = narrowTexts(facts);
  for (const [type, hash] of facts.contacts) keys.set(`${type} ${hash}`, { most: limits.contact, contact: hash });
  for (const one of givenNames) {
    for (const text of narrow.givenNames) keys.set(`g ${one} ${text}`, { most: limits.narrow });
    for (const other of last) {
      // In one order, as people write either name first.
      const name = [one, other].toSorted().join(' ');
      keys.set(`n ${name}`, { most: limits.name, isName: true });
      for (const text of narrow.full) keys.set(`n ${name} ${text}`, { most: limits.narrow });
    }
  }
  for (const other of last) for (const text of narrow.last) keys.set(`l ${other} ${text}`, { most: limits.narrow });
  return [...keys].map(([text, rest]) => ({ key: hashOf(text), ...rest }));
}
