import { createHash, randomBytes } from 'node:crypto';
import type { Ledger } from '../ledger.ts';
import { type Trait, traitOfUsername } from './special.ts';

export type Password = { salt1: string; salt2: string; verifier: string; hint: string };

export type Person = {
  id: number;
  phone: string | null;
  username: string | null;
  moreUsernames: string[];
  firstName: string;
  lastName: string;
  trait: Trait | null;
  /** Seconds since 1970: last seen, or online until. */
  seenAt: number;
  isOnline: boolean;
  password: Password | null;
  /** Seconds since 1970; null: not frozen. */
  frozenSince: number | null;
};

export type People = {
  find(id: number): Person | null;
  byPhone(phone: string): Person | null;
  /** Creates a candidate for an unknown username. */
  byUsername(username: string): Person | null;
  add(person: Partial<Person> & Pick<Person, 'firstName'>): Person;
  save(person: Person): void;
  rename(person: Person, username: string | null): void;
  addUsername(person: Person, username: string): void;
  all(): Iterable<Person>;
  accessHash(viewer: number, id: number): bigint;
};

export const SERVICE_ID = 777_000;
const FIRST_ID = 5_000_000_001;
export const isUsername = (name: string): boolean => /^[a-z]\w{3,31}$/i.test(name);

export function openPeople(ledger: Ledger): People {
  const people = new Map<number, Person>();
  const phones = new Map<string, Person>();
  const usernames = new Map<string, Person>();
  const formerNames = new Set<string>();
  const secret = secretOf(ledger);

  function index(person: Person): void {
    people.set(person.id, person);
    if (person.phone !== null) phones.set(person.phone, person);
    for (const username of [person.username, ...person.moreUsernames]) if (username !== null) usernames.set(username.toLowerCase(), person);
  }
  for (const [, person] of ledger.all<Person>('person:'))
    index({ ...person, isOnline: false, frozenSince: person.frozenSince ?? null, moreUsernames: person.moreUsernames ?? [] });
  for (const [name] of ledger.all('former:')) formerNames.add(name);
  let lastId = Math.max(FIRST_ID - 1, ...[...people.keys()].filter((id) => id >= FIRST_ID));

  const known: People = {
    find: (id) => people.get(id) ?? null,
    byPhone: (phone) => phones.get(phone) ?? null,
    byUsername(username) {
      const name = username.toLowerCase();
      const found = usernames.get(name);
      if (found || formerNames.has(name) || !isUsername(username)) return found ?? null;
      const trait = traitOfUsername(name);
      if (trait === 'missing') return null;
      return known.add({ username, trait, ...nameOf(username) });
    },
    add(details) {
      const person: Person = {
        id: details.id ?? (lastId += 1),
        phone: null,
        username: null,
        moreUsernames: [],
        lastName: '',
        trait: null,
        seenAt: 0,
        isOnline: false,
        password: null,
        frozenSince: null,
        ...details,
      };
      index(person);
      known.save(person);
      return person;
    },
    save: (person) => ledger.put(`person:${person.id}`, person),
    rename(person, username) {
      if (person.username !== null) {
        usernames.delete(person.username.toLowerCase());
        formerNames.add(person.username.toLowerCase());
        ledger.put(`former:${person.username.toLowerCase()}`, {});
      }
      person.username = username;
      if (username !== null) {
        formerNames.delete(username.toLowerCase());
        usernames.set(username.toLowerCase(), person);
      }
      known.save(person);
    },
    addUsername(person, username) {
      person.moreUsernames.push(username);
      formerNames.delete(username.toLowerCase());
      index(person);
      known.save(person);
    },
    all: () => people.values(),
    accessHash: (viewer, id) => createHash('sha256').update(`${secret}:${viewer}:${id}`).digest().readBigUInt64LE(0),
  };
  if (!people.has(SERVICE_ID)) known.add({ id: SERVICE_ID, firstName: 'Telegram' });
  return known;
}

function secretOf(ledger: Ledger): string {
  const stored = ledger.all<{ secret: string }>('secret').get('');
  if (stored) return stored.secret;
  const made = { secret: randomBytes(16).toString('hex') };
  ledger.put('secret', made);
  return made.secret;
}

/** `anna_petrova` is Anna Petrova. */
function nameOf(username: string): { firstName: string; lastName: string } {
  const words = username
    .split(/_+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { firstName: words[0] ?? username, lastName: words.slice(1).join(' ') };
}
