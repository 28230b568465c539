import { findUserByEmail } from '#modules/accounts/public.ts';
import { type SourceRecord, writeRecords } from '#modules/profiles/import/public.ts';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { ProfileData } from '@headwater/contract/profile-data';
import { generateProfiles } from './generate.ts';

interface Reached {
  done: number;
  /** Day of the first run, so that a resumed run generates consistent people. */
  today: string;
}

export interface InstallPeopleOptions {
  database: Database;
  clock: Clock;
  profiles: number;
  say(sentence: string): void;
}

const fact = 'demo_people';
const privateFact = 'demo_private_people';
const privateProfiles = 30;
/** Far beyond the indexes of the common base, so that the two do not overlap. */
const privateFrom = 50_000_000;

async function* records(people: Iterable<ProfileData>): AsyncGenerator<SourceRecord> {
  let number = 0;
  for (const value of people) yield { number: (number += 1), value };
}

async function fillCommonBase({ database, clock, profiles, say }: InstallPeopleOptions): Promise<Date> {
  const known = await database.asSystem((tx) => readFact<Reached>(tx, fact));
  const { done, today } = known ?? { done: 0, today: clock.now().toISOString().slice(0, 10) };
  const day = new Date(`${today}T00:00:00Z`);
  if (done >= profiles) return day;
  say(`Making ${(profiles - done).toLocaleString('en-US')} demo people.`);
  let saidAt = elapsed();
  await writeRecords(
    records(generateProfiles({ from: done, count: profiles - done, today: day })),
    { database, companyId: null, signing: null },
    {
      onBatch: (tx, { counts }) => saveFact(tx, fact, { value: { done: done + counts.recordsDone, today }, savedAt: clock.now() }),
      onWritten({ counts }) {
        if (elapsed() - saidAt < 3000) return;
        saidAt = elapsed();
        say(`  ${(done + counts.recordsDone).toLocaleString('en-US')} of ${profiles.toLocaleString('en-US')}`);
      },
    },
  );
  return day;
}

/** Private people with an older resume, to demonstrate the review of duplicates. */
const twice = 2;

/** From another site: separate key, no latest job, only a phone number. */
function olderResume(person: ProfileData, externalKey: string): ProfileData {
  const { positions, skills, contacts } = person;
  const known = positions.length > 1 ? positions.slice(1) : positions;
  return {
    ...person,
    external_key: externalKey,
    headline: known[0]?.title ?? null,
    about: null,
    nick: null,
    links: [],
    positions: known,
    skills: skills.slice(0, Math.ceil(skills.length / 2)),
    contacts: contacts.filter(({ type }) => type === 'phone'),
  };
}

/** Replaces the last people by older resumes of the first ones, under the same keys. */
function withDuplicates(people: readonly ProfileData[]): ProfileData[] {
  const originals = people.filter(({ positions }) => positions.length > 1).slice(0, twice);
  const others = people.slice(0, people.length - originals.length);
  const copies = people
    .slice(others.length)
    .map(({ external_key: key }, index) => olderResume(originals[index] ?? people[0]!, String(key)));
  return [...others, ...copies];
}

async function fillPrivateBase(database: Database, { email, order, today }: { email: string; order: number; today: Date }): Promise<void> {
  const owner = await database.asSystem((tx) => findUserByEmail(tx, email));
  if (!owner) return;
  const from = privateFrom + order * privateProfiles;
  const people = withDuplicates([...generateProfiles({ from, count: privateProfiles, today, keyPrefix: 'demo-private' })]);
  await writeRecords(records(people), { database, companyId: owner.company_id, createdBy: owner.id, signing: null });
}

export const arePeopleMissing = ({ database, profiles }: InstallPeopleOptions): Promise<boolean> =>
  database.asSystem(async (tx) => {
    const reached = await readFact<Reached>(tx, fact);
    return (reached?.done ?? 0) < profiles || !(await readFact<boolean>(tx, privateFact));
  });

export async function installPeople(options: InstallPeopleOptions, owners: readonly string[]): Promise<void> {
  const { database, clock } = options;
  const today = await fillCommonBase(options);
  if (await database.asSystem((tx) => readFact<boolean>(tx, privateFact))) return;
  for (const [order, email] of owners.entries()) await fillPrivateBase(database, { email, order, today });
  await database.asSystem((tx) => saveFact(tx, privateFact, { value: true, savedAt: clock.now() }));
}
