import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { demoCompanies, demoPassword, ensureDemoAccounts } from './accounts.ts';
import { findProgress, notBegun, saveProgress } from './history/progress.ts';
import { arePeopleMissing, installPeople, type InstallPeopleOptions } from './install-people.ts';
import { installVacancies } from './install-vacancies.ts';
import { firstPeople } from './store.ts';

export const demoSandboxUsers = demoCompanies.flatMap((company) =>
  company.users.filter((user) => user.role !== 'hm').map((user) => ({ address: user.email, password: demoPassword })),
);

export interface SignIn {
  email: string;
  password: string;
  who: string;
}

const owners = ['recruiter@demo.headwater.test', 'recruiter@other.headwater.test'];

/** Requires the accounts. */
export const installDemoPeople = (options: InstallPeopleOptions): Promise<void> => installPeople(options, owners);

export { installDialogs } from './history/install-dialogs.ts';
export { demoStories, installHistory } from './history/install-history.ts';

export interface InstallDemoOptions extends InstallPeopleOptions {
  log: Log;
  hasHistory?: boolean;
  loadPeople?: (profiles: number) => Promise<void>;
}

/** People added during the history, as new results of saved searches. */
const newcomersOf = (profiles: number) => Math.min(200, Math.floor(profiles / 50));

/** Marks the database as a demo before anything else. Returns true if its history is incomplete. */
async function markDemo({ database, clock, hasHistory = false }: InstallDemoOptions): Promise<boolean> {
  return database.asSystem(async (tx) => {
    const isNew = !(await readFact<boolean>(tx, 'demo'));
    await saveFact(tx, 'demo', { value: true, savedAt: clock.now() });
    if (isNew && hasHistory) await saveProgress(tx, notBegun, clock.now());
    const progress = await findProgress(tx);
    return progress !== undefined && !progress.isOver;
  });
}

/** People who are not newcomers of an open history. */
const peopleWithoutNewcomers = ({ profiles }: InstallPeopleOptions, isHistoryOpen: boolean) =>
  profiles - (isHistoryOpen ? newcomersOf(profiles) : 0);

/** Loads the first people only; `installFurtherPeople` loads the others. Resumes after a kill. */
export async function installDemo(options: InstallDemoOptions): Promise<SignIn[]> {
  const { loadPeople = (profiles) => installDemoPeople({ ...options, profiles }) } = options;
  const isHistoryOpen = await markDemo(options);
  await ensureDemoAccounts(options.database);
  const profiles = Math.min(firstPeople, peopleWithoutNewcomers(options, isHistoryOpen));
  if (await arePeopleMissing({ ...options, profiles })) await loadPeople(profiles);
  await installVacancies(options);
  return demoCompanies.flatMap((company) => company.users.map(({ email, who }) => ({ email, who, password: demoPassword })));
}

/** `loadPeople` loads up to a number of people. */
export async function installFurtherPeople(options: InstallPeopleOptions, loadPeople: (profiles: number) => Promise<void>): Promise<void> {
  const progress = await options.database.readAsSystem(findProgress);
  const profiles = peopleWithoutNewcomers(options, progress !== undefined && !progress.isOver);
  if (await arePeopleMissing({ ...options, profiles })) await loadPeople(profiles);
}
