import { expect } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import type { Channel, Channels } from '../src/modules/messaging/campaigns/public/channel.ts';
import { upsertProfiles } from '../src/modules/profiles/store/write.ts';
import type { Caller, Installation, TestUser } from './installation.ts';
import type { Mail } from './mail-fixtures.ts';

let counter = 0;
let recruiters = 0;

export interface Recruiter {
  user: TestUser;
  caller: Caller;
  address: string;
}

export interface Reader {
  profile: number;
  email: string;
}

/** A recruiter with a connected mailbox; `unhurried: false` keeps default limits and pauses. */
export async function newRecruiter(
  here: Installation,
  mail: Mail,
  { company, unhurried = true }: { company: number; unhurried?: boolean },
): Promise<Recruiter> {
  // Files share this counter; tests use the first ten addresses by name.
  const address = `recruiter${10 + (recruiters++ % 190)}@company.test`;
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  await mail.connect(caller, address);
  if (unhurried) await here.sql('update mailboxes set daily_limit = null, gap_seconds = 0 where user_id = $1', [user.id]);
  return { user, caller, address };
}

/** Candidates with allowed addresses, named Anna 1, Anna 2 and so on. */
export async function addReaders(here: Installation, companyId: number, count: number): Promise<Reader[]> {
  const emails = Array.from({ length: count }, () => `reader${counter++}@readers.test`);
  const people = emails.map((email) =>
    profileData.parse({ first_name: `Anna ${counter}`, last_name: 'Reader', contacts: [{ type: 'email', value: email }] }),
  );
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, people, { companyId, createdBy: null }));
  await here.sql('update profile_contacts set company_id = $1 where profile_id = any($2)', [companyId, ids]);
  return emails.map((email, index) => ({ email, profile: ids[index] ?? 0 }));
}

/** Requires a successful response. */
export async function good<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** A vacancy with those candidates, and a mailing list for it. */
export async function newList(
  { caller }: Recruiter,
  { readers, templates, more = {} }: { readers: readonly Reader[]; templates: readonly object[]; more?: object },
): Promise<{ id: number; folder: number; candidates: number[] }> {
  const { id: folder } = await good(caller.post('/api/v6/folders/', { name: `Vacancy ${counter++}` }));
  const { candidates } = await good(
    caller.post('/api/v6/candidates/', { folder_id: folder, profiles: readers.map(({ profile }) => profile) }),
  );
  const ids = candidates.map((candidate: { id: number }) => candidate.id);
  const { id } = await good(caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates, ...more }));
  const added = await good(caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, candidate_ids: ids }));
  expect(added.added_candidate_ids.toSorted()).toEqual(ids.toSorted());
  return { id, folder, candidates: ids };
}

const emptyChannel: Channel = { reach: async () => new Map(), explain: async () => undefined };

/** Channels without recipients. Mailings of e-mails do not use them. */
export const noChannels: Channels = { email: emptyChannel, telegram: emptyChannel };
