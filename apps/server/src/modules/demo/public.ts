import { saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { demoCompanies, demoPassword, ensureDemoAccounts } from './accounts.ts';
import { arePeopleMissing, installPeople, type InstallPeopleOptions } from './install-people.ts';
import { installVacancies } from './install-vacancies.ts';

/** Mailboxes of the sandbox that the demo's recruiters connect. */
export const demoSandboxUsers = demoCompanies.flatMap((company) =>
  company.users.filter((user) => user.role !== 'hm').map((user) => ({ address: user.email, password: demoPassword })),
);

export interface SignIn {
  email: string;
  password: string;
  who: string;
}

/** Private people are put in by the recruiters of the two companies. */
const owners = ['recruiter@demo.headwater.test', 'recruiter@other.headwater.test'];

/** Loads the demo's people where they are not there yet; the accounts must be. */
export const installDemoPeople = (options: InstallPeopleOptions): Promise<void> => installPeople(options, owners);

export interface InstallDemoOptions extends InstallPeopleOptions {
  log: Log;
  /** Does `installDemoPeople` elsewhere; called only where people are missing. */
  loadPeople?: () => Promise<void>;
}

/** Makes the demo where it is not there yet and returns its sign-ins. A killed install goes on where it was. */
export async function installDemo(options: InstallDemoOptions): Promise<SignIn[]> {
  const { database, clock, loadPeople = () => installDemoPeople(options) } = options;
  // Said first: a database with demo accounts must never pass for an ordinary one.
  await database.asSystem((tx) => saveFact(tx, 'demo', { value: true, savedAt: clock.now() }));
  await ensureDemoAccounts(database);
  if (await arePeopleMissing(options)) await loadPeople();
  await installVacancies(options);
  return demoCompanies.flatMap((company) => company.users.map(({ email, who }) => ({ email, who, password: demoPassword })));
}
