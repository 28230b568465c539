import { relatedNameKeys } from '../../names/given-names.ts';
import { hashOf } from './hash.ts';
import type { PersonFacts } from './person-facts.ts';

/** Groups of more than `most` people are skipped in favour of narrower ones. */
export interface BlockingKey {
  key: number;
  most: number;
  isName?: boolean;
  contact?: number;
}

export const commonContact = 10;

const limits = { contact: 30, name: 12, narrow: 16 } as const;
const recent = 3;

const variants = (keys: readonly string[]): string[] => keys.filter((key) => key.length > 1).slice(0, 2);

/** Sasha counts as Alexander and Alexandra. */
function givenOf({ name }: PersonFacts): string[] {
  const own = variants(name.givenNames);
  const full = own.flatMap((key) => (key.length < 6 ? relatedNameKeys(key).slice(0, 3) : []));
  return [...new Set([...own, ...full])];
}

const startOf = ({ startMonth, startYear }: PersonFacts['jobs'][number]) => startMonth ?? startYear;

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

export function blockingKeys(facts: PersonFacts): BlockingKey[] {
  const keys = new Map<string, Omit<BlockingKey, 'key'>>();
  const givenNames = givenOf(facts);
  const last = variants(facts.name.last);
  const narrow = narrowTexts(facts);
  for (const [type, hash] of facts.contacts) keys.set(`${type} ${hash}`, { most: limits.contact, contact: hash });
  for (const one of givenNames) {
    for (const text of narrow.givenNames) keys.set(`g ${one} ${text}`, { most: limits.narrow });
    for (const other of last) {
      // Sorted, as people write either name first.
      const name = [one, other].toSorted().join(' ');
      keys.set(`n ${name}`, { most: limits.name, isName: true });
      for (const text of narrow.full) keys.set(`n ${name} ${text}`, { most: limits.narrow });
    }
  }
  for (const other of last) for (const text of narrow.last) keys.set(`l ${other} ${text}`, { most: limits.narrow });
  return [...keys].map(([text, rest]) => ({ key: hashOf(text), ...rest }));
}
