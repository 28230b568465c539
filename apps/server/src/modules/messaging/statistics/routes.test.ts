import { expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../../test/installation.ts';
import { addMessage, type StoredMailing, type StoredMessage } from '../../../../test/message-fixtures.ts';
import type { Values } from '../../../../test/rows.ts';
import { addReaders, good } from '../../../../test/mailing-fixtures.ts';

const here = useSharedInstallation();

/** Inserts a message in the given state to a candidate. */
async function writeTo(
  {
    company,
    user,
    folder = null,
    access = 'public',
  }: { company: number; user: number; folder?: number | null; access?: StoredMailing['access_type'] },
  to: { candidate: number; profile: number },
  set: Values<StoredMessage>,
): Promise<void> {
  const mailing = { folder_id: folder, access_type: access };
  await addMessage(here, { company, user, profile: to.profile, mailing, recipient: { candidate_id: to.candidate }, message: set });
}

const read = async (caller: Caller, id: number) => good(caller.get(`/api/v6/folders/${id}/messaging_statistics/`));

it('[SEND-007] counts each candidate once by status: sent, opened, replied and error', async () => {
  const company = await here.addCompany();
  const owner = await here.addUser(company, 'worker');
  const caller = await here.signIn(owner);
  const readers = await addReaders(here, company, 5);
  const { id } = await good(caller.post('/api/v6/folders/', { name: 'Counted' }));
  const { candidates } = await good(caller.post('/api/v6/candidates/', { folder_id: id, profiles: readers.map(({ profile }) => profile) }));
  const people = candidates.map((one: { id: number; profile: { id: number } }) => ({ candidate: one.id, profile: one.profile.id }));
  const first = candidates[0].status.id;
  const { statuses } = await good(caller.get(`/api/v6/folders/${id}/`));
  const second = statuses.find((status: { id: number; is_active: boolean }) => status.is_active && status.id !== first).id;
  await here.sql('update candidates set status_id = $1 where id = $2', [second, people[4].candidate]);
  const by = { company, user: owner.id, folder: id };
  await writeTo(by, people[0], { state: 'sent', sent_at: new Date() });
  await writeTo(by, people[0], { state: 'sent', sent_at: new Date() });
  await writeTo(by, people[1], { state: 'sent', sent_at: new Date(), opened_at: new Date() });
  await writeTo(by, people[2], { state: 'sent', sent_at: new Date(), replied_at: new Date() });
  await writeTo(by, people[2], { state: 'error', error_reason: 'bounce' });
  await writeTo(by, people[4], { state: 'sent', sent_at: new Date(), replied_at: new Date() });
  const { statuses: rows, total } = await read(caller, id);
  expect(rows.toSorted((one: { candidates: number }, other: { candidates: number }) => other.candidates - one.candidates)).toEqual([
    { status_id: first, candidates: 4, sent: 3, opened: 2, replied: 1, error: 1 },
    { status_id: second, candidates: 1, sent: 1, opened: 1, replied: 1, error: 0 },
  ]);
  expect(total).toEqual({ candidates: 5, sent: 4, opened: 3, replied: 2, error: 1 });
});

it('[SEND-007] excludes private mailings and hidden vacancies of colleagues', async () => {
  const company = await here.addCompany();
  const [owner, colleague] = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker')];
  const [caller, other] = [await here.signIn(owner), await here.signIn(colleague)];
  const [reader] = await addReaders(here, company, 1);
  const { id } = await good(caller.post('/api/v6/folders/', { name: 'Open' }));
  const hidden = await good(caller.post('/api/v6/folders/', { name: 'Hidden', access_type: 'private' }));
  const { candidates } = await good(caller.post('/api/v6/candidates/', { folder_id: id, profiles: [reader?.profile] }));
  const person = { candidate: candidates[0].id, profile: reader?.profile ?? 0 };
  const sent = { state: 'sent', sent_at: new Date() } as const;
  await writeTo({ company, user: owner.id, folder: id, access: 'private' }, person, sent);
  await writeTo({ company, user: owner.id, folder: hidden.id }, person, sent);
  expect((await read(caller, id)).total.sent).toBe(1);
  expect((await read(other, id)).total.sent).toBe(0);
  expect((await other.get(`/api/v6/folders/${hidden.id}/messaging_statistics/`)).status).toBe(403);
  const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  expect((await stranger.get(`/api/v6/folders/${id}/messaging_statistics/`)).status).toBe(404);
});
