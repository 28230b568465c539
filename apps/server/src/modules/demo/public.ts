import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { demoCompanies, demoPassword, ensureDemoAccounts } from './accounts.ts';
import { findProgress, notBegun, saveProgress } from './history/progress.ts';
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

export { installDialogs } from './history/install-dialogs.ts';
export { demoStories, installHistory } from './history/install-history.ts';

export interface InstallDemoOptions extends InstallPeopleOptions {
  log: Log;
  /** A new demo gets a history, which `installHistory` makes after this. */
  hasHistory?: boolean;
  /** Does `installDemoPeople` elsewhere, for so many people; called only where people are missing. */
  loadPeople?: (profiles: number) => Promise<void>;
}

/** Who comes into the base while the history of the demo is made, so that saved searches find somebody new. */
const newcomersOf = (profiles: number) => Math.min(200, Math.floor(profiles / 50));

/** Said first: a database with demo accounts must never pass for an ordinary one. True where its history is still to be made. */
async function noteDemo({ database, clock, hasHistory = false }: InstallDemoOptions): Promise<boolean> {
  return database.asSystem(async (tx) => {
    const isNew = !(await readFact<boolean>(tx, 'demo'));
    await saveFact(tx, 'demo', { value: true, savedAt: clock.now() });
    if (isNew && hasHistory) await saveProgress(tx, notBegun, clock.now());
    const progress = await findProgress(tx);
    return progress !== undefined && !progress.isOver;
  });
}

/** Makes the demo where it is not there yet and returns its sign-ins. A killed install goes on where it was. */
export async function installDemo(options: InstallDemoOptions): Promise<SignIn[]> {
  const { loadPeople = (profiles) => installDemoPeople({ ...options, profiles }) } = options;
  const isHistoryOpen = await noteDemo(options);
  await ensureDemoAccounts(options.database);
  const profiles = options.profiles - (isHistoryOpen ? newcomersOf(options.profiles) : 0);
  if (await arePeopleMissing({ ...options, profiles })) await loadPeople(profiles);
  await installVacancies(options);
  return demoCompanies.flatMap((company) => company.users.map(({ email, who }) => ({ email, who, password: demoPassword })));
}
