import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dialogsOf } from '@headwater/sandbox/telegram/candidate';
import { dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { poll } from '../../../../test/settled.ts';

const { server, here, team, begin, say, becomes, converse, messages } = await openTelegramDialogs('renamed');

const dialog = async (id: number) => (await team.admin.get(`${dialogsPath}${id}/`)).body;
const slowly = { method: 'contacts.resolveUsername', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 60_000 } as const;
/** The worker is resolving the username. */
const isLookedUp = async () => {
  await poll(() => server.world.faults.list()).toEqual([]);
};

it('[TG-008] assigns no person to a dialog that is renamed during the lookup', async () => {
  const wrong = 'renamed_wrong_x';
  const { id } = await begin(team.admin, { username: wrong });
  const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  await here.application.database.inCompany(team.company, async (tx) => {
    await sql`update telegram_dialogs set username = 'renamed_right_x' where id = ${id}`.execute(tx);
    server.writes(wrong, team.phone, 'Who is this?');
    await poll(async () => (await waiting()).length).toBeGreaterThan(0);
  });
  const named = async () => (await team.admin.get(`${dialogsPath}?search=${wrong}`)).body.results as { id: number }[];
  await poll(async () => (await named()).length).toBe(1);
  await say(team.admin, id, 'Hello');
  await becomes(team.admin, id, { state: 'sent', message: 'Hello' });
  expect((await dialog(id)).username).toBe('renamed_right_x');
  expect(server.received(wrong, team.phone)).toEqual([]);
  expect(server.received('renamed_right_x', team.phone)).toEqual(['Hello']);
});

it('[TG-006] keeps a dialog private that becomes so during the lookup', async () => {
  const { id, username } = await converse(team.admin);
  server.writes(username, team.phone, 'Hi');
  await becomes(team.admin, id, { message: 'Hi' });
  const colleague = await here.signIn(await here.addUser(team.company, 'worker'));
  await team.worker.stop();
  // Like a contact who wrote first.
  await here.sql('update telegram_dialogs set created_by = null, profile_id = null, username = null where id = $1', [id]);
  const begun = await begin(team.admin, { username });
  expect(begun.id).not.toBe(id);
  await say(team.admin, begun.id, 'Only between us');
  server.world.faults.add(slowly);
  team.worker = await here.application.startWorker();
  await isLookedUp();
  expect((await team.admin.patch(`${dialogsPath}${begun.id}/`, { access_type: 'private' })).status).toBe(200);
  server.world.faults.clear();
  await becomes(team.admin, id, { state: 'sent', message: 'Only between us' });
  expect((await dialog(id)).access_type).toBe('private');
  expect((await colleague.get(`${dialogsPath}${id}/messages/`)).status).not.toBe(200);
});

it('[TG-008] finds a known person again once, and not the new owner of the username', async () => {
  const known = await converse(team.admin);
  await here.sql('update telegram_dialogs set peer_access = null where id = $1', [known.id]);
  await say(team.admin, known.id, 'Once more');
  await becomes(team.admin, known.id, { state: 'sent', message: 'Once more' });
  expect(server.received(known.username, team.phone)).toEqual(['Hello', 'Once more']);
  const moved = await converse(team.admin);
  const before = server.personOf(moved.username);
  server.world.people.rename(before, 'renamed_gone_x');
  const after = server.personOf('renamed_after_x');
  server.world.people.rename(after, moved.username);
  await here.sql('update telegram_dialogs set peer_access = null where id = $1', [moved.id]);
  await say(team.admin, moved.id, 'For you alone');
  await becomes(team.admin, moved.id, { state: 'failed', message: 'For you alone' });
  expect(dialogsOf(server.world, after)).toEqual([]);
  expect(await messages(team.admin, moved.id)).toHaveLength(2);
});
