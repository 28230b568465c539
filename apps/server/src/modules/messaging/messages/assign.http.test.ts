import { beforeAll, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);

let owner: TestUser;
let colleague: TestUser;
let outsider: TestUser;
let rita: Caller;
let boris: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  owner = await here.addUser(company, 'worker');
  colleague = await here.addUser(company, 'worker');
  outsider = await here.addUser(await here.addCompany(), 'worker');
  [rita, boris] = [await here.signIn(owner), await here.signIn(colleague)];
  await mail.connect(rita, 'recruiter20@company.test');
});

interface Thread {
  message: { profile_id: number };
  is_unread: boolean;
  assignee: { id: number; name: string } | null;
}
const threads = async (caller: Caller, query: string) =>
  ((await good(caller.get(`/api/v6/messaging/threads/?received=true&state=open&${query}`))) as { threads: Thread[] }).threads;
const peopleIn = async (caller: Caller, query: string) => (await threads(caller, query)).map(({ message }) => message.profile_id);
const assign = (profile: number, userId: number | null, caller = rita) =>
  caller.post('/api/v6/messaging/thread/assign/', { profile_id: profile, user_id: userId });
const noticesOf = async (caller: Caller) =>
  ((await good(caller.get('/api/v6/notices/'))).notices as { kind: string; person: { id: number } }[]).map(({ kind, person }) => [
    kind,
    person.id,
  ]);

async function addReplied() {
  const written = await mail.write(rita);
  await mail.becomes(rita, written.id, 'sent');
  await mail.answer(written.to, 'reply');
  await mail.becomes(rita, written.id, 'replied');
  return written;
}

it('[SENT-001] assigns a conversation to a colleague, who gets a notice and the next replies', async () => {
  const { profile, to, id } = await addReplied();
  expect(await peopleIn(rita, 'assigned=nobody')).toContain(profile);
  await good(assign(profile, colleague.id));
  expect([await peopleIn(boris, 'assigned=me'), await peopleIn(rita, 'assigned=me')]).toEqual([[profile], []]);
  expect(await peopleIn(rita, 'assigned=nobody')).not.toContain(profile);
  expect(await peopleIn(rita, 'assigned=nobody&search=Hello')).not.toContain(profile);
  expect((await threads(rita, 'search=Hello')).find(({ message }) => message.profile_id === profile)?.assignee?.id).toBe(colleague.id);
  expect(await noticesOf(boris)).toEqual([['conversation', profile]]);
  expect(await threads(boris, 'assigned=me')).toMatchObject([{ is_unread: false }]);
  await mail.answer(to, 'reply');
  await mail.becomes(rita, id, 'replied');
  await until(async () => expect(await threads(boris, 'assigned=me')).toMatchObject([{ is_unread: true }]));
  await good(assign(profile, null, boris));
  expect(await peopleIn(boris, 'assigned=me')).toEqual([]);
  expect(await peopleIn(boris, 'assigned=nobody')).toContain(profile);
});

it('[SENT-001] tells the assignee of the own company alone', async () => {
  const { profile, to } = await addReplied();
  await good(assign(profile, colleague.id));
  await here.sql(
    'insert into assigned_conversations (company_id, profile_id, user_id, since) select company_id, $1, id, now() from users where id = $2',
    [profile, outsider.id],
  );
  expect((await threads(rita, '')).find(({ message }) => message.profile_id === profile)?.assignee?.id).toBe(colleague.id);
  await mail.answer(to, 'reply');
  await until(async () => expect(await noticesOf(boris)).toContainEqual(['reply', profile]));
  expect(await noticesOf(await here.signIn(outsider))).toEqual([]);
  expect(await here.sql('select from unread_conversations where user_id = $1', [outsider.id])).toHaveLength(0);
});

it('[SENT-001] returns a conversation that the assignee was done with', async () => {
  const { profile } = await addReplied();
  await good(boris.post('/api/v6/messaging/thread/set_aside/', { profile_id: profile, until: null }));
  expect(await peopleIn(boris, '')).not.toContain(profile);
  await good(assign(profile, colleague.id));
  expect(await peopleIn(boris, 'assigned=me')).toContain(profile);
  await good(assign(profile, null));
});

it('[SENT-001] releases conversations of deactivated colleagues', async () => {
  const { profile } = await addReplied();
  await good(assign(profile, colleague.id));
  await here.sql('update users set is_active = false where id = $1', [colleague.id]);
  expect(await peopleIn(rita, 'assigned=nobody')).toContain(profile);
  expect((await threads(rita, '')).find(({ message }) => message.profile_id === profile)?.assignee).toBeNull();
  await here.sql('update users set is_active = true where id = $1', [colleague.id]);
});

it('[SENT-001] [PEDT-019] keeps the assignee when people are merged', async () => {
  const [stays, goes] = [await addReplied(), await addReplied()];
  await good(assign(goes.profile, owner.id));
  await good(rita.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays.profile, goes.profile] }));
  expect(await peopleIn(rita, 'assigned=me')).toEqual([stays.profile]);
  await good(rita.post('/api/glun/v4/', { action: 'unglue', profile_ids: [stays.profile, goes.profile] }));
  expect(await peopleIn(rita, 'assigned=me')).toEqual([goes.profile]);
});

it('[SENT-001] refuses colleagues and conversations that are not visible', async () => {
  const { profile } = await addReplied();
  const refusal = { status: 400, body: { user_id: ['Choose an active colleague who may see this conversation'] } };
  expect(await assign(profile, outsider.id)).toMatchObject(refusal);
  await here.sql(`update users set role = 'hm' where id = $1`, [colleague.id]);
  expect(await assign(profile, colleague.id)).toMatchObject(refusal);
  await here.sql(`update users set role = 'worker' where id = $1`, [colleague.id]);
  expect((await assign(profile, outsider.id, await here.signIn(outsider))).status).toBe(404);
  expect((await assign(999_999_999, colleague.id)).status).toBe(404);
});
