import { dayMs, hourMs } from '@headwater/domain/time/durations';
import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);

let rita: Caller;
let colleague: Caller;
let stranger: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  rita = await here.signIn(await here.addUser(company, 'worker'));
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  await mail.connect(rita, 'recruiter20@company.test');
});

interface Thread {
  message: { profile_id: number };
  is_unread: boolean;
  set_aside: { until: string | null } | null;
}
const threads = async (caller: Caller, query: string) =>
  ((await good(caller.get(`/api/v6/messaging/threads/?${query}`))) as { threads: Thread[] }).threads;
const peopleIn = async (state: string, caller = rita) =>
  (await threads(caller, `received=true&state=${state}`)).map(({ message }) => message.profile_id);
const unread = async () => (await good(rita.get('/api/v6/messaging/unread/'))).count as number;
const inDays = (days: number) => new Date(here.clock.now().getTime() + days * dayMs).toISOString();
const change = (action: 'set_aside' | 'put_back' | 'unread', input: object, caller = rita) =>
  caller.post(`/api/v6/messaging/thread/${action}/`, input);

async function addReplied() {
  const written = await mail.write(rita);
  await mail.becomes(rita, written.id, 'sent');
  await mail.answer(written.to, 'reply');
  await mail.becomes(rita, written.id, 'replied');
  return written;
}

it('[SENT-001] done removes a conversation from the own inbox until the next reply', async () => {
  const written = await addReplied();
  const { profile } = written;
  expect(await peopleIn('open')).toContain(profile);
  const before = await unread();
  await good(change('set_aside', { profile_id: profile, until: null }));
  expect([await peopleIn('open'), await peopleIn('snoozed'), await peopleIn('done')]).toEqual([[], [], [profile]]);
  expect(await unread()).toBe(before - 1);
  expect(await threads(rita, 'state=done&search=Hello')).toMatchObject([{ set_aside: { until: null }, is_unread: false }]);
  expect(await threads(rita, 'state=open&needs_attention=true')).toEqual([]);
  expect(await peopleIn('open', colleague)).toEqual([profile]);
  await mail.answer(written.to, 'reply');
  await until(async () => expect(await peopleIn('open')).toEqual([profile]));
  expect(await peopleIn('done')).toEqual([]);
  expect(await unread()).toBe(before);
  await good(change('set_aside', { profile_id: profile, until: null }));
});

it('[SENT-001] a snoozed conversation returns unread at its time', async () => {
  const { profile } = await addReplied();
  const at = inDays(1);
  await good(change('set_aside', { profile_id: profile, until: at }));
  expect([await peopleIn('open'), await peopleIn('snoozed')]).toEqual([[], [profile]]);
  expect(await threads(rita, 'received=true&state=snoozed')).toMatchObject([{ set_aside: { until: at }, is_unread: false }]);
  const before = await unread();
  await here.clock.advance(dayMs + hourMs);
  expect(await threads(rita, 'received=true&state=open')).toMatchObject([
    { message: { profile_id: profile }, is_unread: true, set_aside: null },
  ]);
  expect(await unread()).toBe(before + 1);
  await good(rita.post('/api/v6/messaging/thread/read/', { profile_id: profile }));
  expect(await threads(rita, 'received=true&state=open')).toMatchObject([{ message: { profile_id: profile }, is_unread: false }]);
  await good(change('set_aside', { profile_id: profile, until: inDays(7) }));
  await good(change('put_back', { profile_id: profile }));
  expect(await peopleIn('open')).toEqual([profile]);
  await good(change('unread', { profile_id: profile }));
  expect(await unread()).toBe(before + 1);
});

it('[SENT-001] [PEDT-019] shows a merged conversation if one of both is unread', async () => {
  const [stays, goes] = [await addReplied(), await addReplied()];
  await good(change('set_aside', { profile_id: stays.profile, until: null }));
  expect(await peopleIn('open')).not.toContain(stays.profile);
  await good(rita.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays.profile, goes.profile] }));
  expect(await threads(rita, 'received=true&state=open')).toContainEqual(
    expect.objectContaining({ message: expect.objectContaining({ profile_id: stays.profile }), is_unread: true, set_aside: null }),
  );
  expect(await peopleIn('done')).not.toContain(stays.profile);
});

it('[SENT-001] refuses a past time and conversations that the user does not see', async () => {
  const { profile } = await addReplied();
  expect(await change('set_aside', { profile_id: profile, until: inDays(-1) })).toMatchObject({
    status: 400,
    body: { until: ['Choose a time in the future'] },
  });
  for (const [action, more] of [
    ['set_aside', { until: null }],
    ['put_back', {}],
    ['unread', {}],
  ] as const) {
    expect((await change(action, { profile_id: profile, ...more }, stranger)).status).toBe(404);
    expect((await change(action, { profile_id: 999_999_999, ...more })).status).toBe(404);
  }
});
