import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { saveFact } from '#platform/database/installation-store.ts';
import { demoCompanies, demoPassword, ensureDemoAccounts } from './accounts.ts';

/** Mailboxes of the sandbox that the demo's recruiters connect. */
export const demoSandboxUsers = demoCompanies.flatMap((company) =>
  company.users.filter((user) => user.role !== 'hm').map((user) => ({ address: user.email, password: demoPassword })),
);

export interface SignIn {
  email: string;
  password: string;
  who: string;
}

/** Makes the demo where it is not there yet and returns its sign-ins. A killed install goes on where it was. */
export async function installDemo({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
  profiles: number;
  say(sentence: string): void;
}): Promise<SignIn[]> {
  await ensureDemoAccounts(database);
  await database.asSystem((tx) => saveFact(tx, 'demo', { value: true, savedAt: clock.now() }));
  return demoCompanies.flatMap((company) => company.users.map(({ email, who }) => ({ email, who, password: demoPassword })));
}
