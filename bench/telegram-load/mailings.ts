import { Client } from 'pg';
import { profileData } from '@headwater/contract/profile-data';
import { upsertProfiles } from '../../apps/server/src/modules/profiles/store/write.ts';
import type { CrashFixture } from './crash-helpers.ts';
import { openInstallation } from './installation.ts';

/** Seconds between steps. */
const waitSeconds = 60;
const accountCount = 5;
/** Daily limit of an account. */
const mostDialogs = 100;

export const password = 'Crash-Bench-1!';
/** The last mailing starts by e-mail: an e-mail reply must stop Telegram steps. */
const mailings = [
  ['telegram', 'telegram'],
  ['telegram', 'telegram'],
  ['telegram', 'telegram'],
  ['email', 'telegram'],
] as const;
export const senders = mailings.map((_steps, index) => `sender${index}@bench.test`);

type Way = 'email' | 'telegram';

export interface Person {
  profileId: number;
  address: string;
  /** Null: unknown to the company. */
  username: string | null;
  /** Expected channels. */
  ways: readonly Way[];
}

/** Three of ten people: unknown username, messages of non-contacts blocked, no username. */
const endings = ['missing', 'private', null];
const usernameOf = (index: number): string | null => {
  const ending = endings[index % 10];
  return ending === null ? null : `person_${index}_${ending ?? 'x'}`;
};

const textOf = (mailing: number, step: number) => `Hello {{FIRST_NAME}}, this is step ${step} of mailing ${mailing}.`;
/** Index of the step in a text. */
export const stepOf = (text: string): number | undefined => {
  const step = /this is step (\d) of mailing \d/.exec(text)?.[1];
  return step === undefined ? undefined : Number(step);
};

const templateOf = (channel: Way, mailing: number, step: number) => {
  const [text, subject] = [textOf(mailing, step), `Step ${step}`];
  const send_delay = step === 0 ? 0 : waitSeconds;
  return { channel, subject, body: channel === 'email' ? `<p>${text}</p>` : text, send_delay };
};

/** Creates accounts, mailboxes without limits and mailings, and launches them by HTTP. */
export async function launchMailings(
  { context, sandbox, postgres }: CrashFixture,
  count: number,
): Promise<{ people: Person[]; phones: string[] }> {
  if (count > accountCount * mostDialogs) throw new Error(`At most ${accountCount * mostDialogs} people can be written to.`);
  const installation = await openInstallation(context);
  const { companyId, database } = installation;
  const accounts = await Promise.all(Array.from({ length: accountCount }, (_, index) => installation.addAccount(index)));
  const known = Array.from({ length: count }, (_, index) => {
    const username = usernameOf(index);
    const steps = mailings[Math.floor(index / 10) % mailings.length] ?? [];
    const isReached = endings[index % 10] === undefined;
    const ways = steps.map((way): Way => (isReached ? way : 'email'));
    return { address: `person${index}@people.test`, username, ways, mailing: Math.floor(index / 10) % mailings.length };
  });
  const profiles = known.map(({ address, username }, index) => {
    const contacts = [{ type: 'email', value: address }, ...(username ? [{ type: 'telegram', value: `@${username}` }] : [])];
    return profileData.parse({ first_name: `Person ${index}`, last_name: 'Bench', contacts });
  });
  const { ids } = await database.asSystem((tx) => upsertProfiles(tx, profiles, { companyId, createdBy: null }));
  const people = known.map((person, index) => ({ ...person, profileId: ids[index] ?? 0 }));
  const owner = new Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query('update profile_contacts set company_id = $1', [companyId]);
  await owner.query('insert into sending_limits (company_id, per_day, per_domain_per_hour) values ($1, null, null)', [companyId]);
  const launches: (() => Promise<unknown>)[] = [];
  for (const [mailing, address] of senders.entries()) {
    const { call } = await installation.addUser(address, 'worker');
    const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none', user: address, password });
    const servers = { smtp: server(sandbox.ports.smtp), imap: server(sandbox.ports.imap) };
    await call('POST', '/api/v6/messaging/smtp_imap/connect/', { address, ...servers });
    const templates = mailings[mailing]?.map((way, step) => templateOf(way, mailing, step));
    const made = await call('POST', '/api/v6/sequences/', { name: `Mailing ${mailing}`, templates });
    const { id } = made.json<{ id: number }>();
    const profile_ids = people.filter((person) => person.mailing === mailing).map(({ profileId }) => profileId);
    await call('POST', `/api/v6/sequences/${id}/add_profile/`, { profile_ids });
    launches.push(() => call('POST', `/api/v6/mailing_lists/${id}/launch/`, {}));
  }
  await owner.query('update mailboxes set daily_limit = null, gap_seconds = 0');
  await owner.end();
  for (const launch of launches) await launch();
  await installation.close();
  return { people, phones: accounts.map(({ phone }) => phone) };
}
