import { findUserByEmail } from '#modules/accounts/public.ts';
import { type SourceRecord, writeRecords } from '#modules/profiles/import/public.ts';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import { generateProfiles } from './generate.ts';

/** How far the loading of the common base came. */
interface Reached {
  done: number;
  /** Day that the people were made for, so that a second half fits the first one. */
  today: string;
}

export interface InstallPeopleOptions {
  database: Database;
  clock: Clock;
  /** Size of the common base. */
  profiles: number;
  say(sentence: string): void;
}

const fact = 'demo_people';
const privateFact = 'demo_private_people';
const privateProfiles = 30;
/** Indexes of private people start far behind those of any common base, so that nobody is in both. */
const privateFrom = 50_000_000;

async function* records(people: ReturnType<typeof generateProfiles>): AsyncGenerator<SourceRecord> {
  let number = 0;
  for (const value of people) yield { number: (number += 1), value };
}

/** Fills the common base up to `profiles` people; what an earlier, killed run wrote stays. */
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

/** A few people that only one company knows; their keys keep a second run from doubling them. */
async function fillPrivateBase(database: Database, { email, order, today }: { email: string; order: number; today: Date }): Promise<void> {
  const owner = await database.asSystem((tx) => findUserByEmail(tx, email));
  if (!owner) return;
  const from = privateFrom + order * privateProfiles;
  const people = generateProfiles({ from, count: privateProfiles, today, keyPrefix: 'demo-private' });
  await writeRecords(records(people), { database, companyId: owner.company_id, createdBy: owner.id, signing: null });
}

/** True where a first or a killed start, or a larger `profiles`, has left people to be made. */
export const arePeopleMissing = ({ database, profiles }: InstallPeopleOptions): Promise<boolean> =>
  database.asSystem(async (tx) => {
    const reached = await readFact<Reached>(tx, fact);
    return (reached?.done ?? 0) < profiles || !(await readFact<boolean>(tx, privateFact));
  });

/** Loads the demo's people: the common base, and private ones of the companies whose users are named. */
export async function installPeople(options: InstallPeopleOptions, owners: readonly string[]): Promise<void> {
  const { database, clock } = options;
  const today = await fillCommonBase(options);
  if (await database.asSystem((tx) => readFact<boolean>(tx, privateFact))) return;
  for (const [order, email] of owners.entries()) await fillPrivateBase(database, { email, order, today });
  await database.asSystem((tx) => saveFact(tx, privateFact, { value: true, savedAt: clock.now() }));
}
