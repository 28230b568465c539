import { beforeEach, expect, it } from 'vitest';
import { reply } from '@headwater/sandbox/telegram/candidate';
import { accountsPath, dialogsPath, openTelegramDialogs, pdf } from '../../../../test/telegram-dialogs.ts';
import { accountOf } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { poll, settled, until } from '../../../../test/settled.ts';

const { addSim, answers, becomes, begin, converse, here, messages, say, server, team, username } = await openTelegramDialogs('frozen', {
  language: 'en',
});

// Telegram uses its own clock for messages of people.
beforeEach(() => here.clock.set(new Date()));

/** Lets Telegram refuse the method for the SIM card; returns a counter of calls. */
function refuses(method: string, { phone, error }: { phone: string; error: string }): () => number {
  const { faults } = server.world;
  faults.clear();
  faults.add({ method, phone: phone.slice(1), times: 50, error, fate: 'sent', milliseconds: 0 });
  return () => 50 - (faults.list()[0]?.times ?? 50);
}
const freeze = (since: number | null, phone = team.phone) => void (server.ownerOf(phone).frozenSince = since);
const card = (id = team.account) => accountOf(team.admin, id);
const told = async () =>
  ((await team.admin.get('/api/v6/notices/?kind=messenger')).body.notices as { detail: string; is_frozen: boolean }[]).map(
    ({ detail, is_frozen: isFrozen }) => ({ detail, isFrozen }),
  );
/** Advances past the next check of the frozen account. */
const passThaw = () => here.clock.advance(301_000);

it(
  '[TG-037] [DEC-10] [TG-066] a frozen SIM card sends nothing, shows why, and continues when it is usable',
  { timeout: 90_000 },
  async () => {
    const [anna, boris] = [await converse(team.admin), await converse(team.admin)];
    const fresh = await begin(team.admin);
    freeze(1_800_000_000);
    await say(team.admin, anna.id, 'One');
    await becomes(team.admin, anna.id, { state: 'planned', error: 'account_frozen', waits: { reason: 'frozen', expected_at: null } });
    await say(team.admin, boris.id, 'Two');
    await say(team.admin, fresh.id, 'Three');
    for (const { id } of [boris, fresh]) await becomes(team.admin, id, { state: 'planned', waits: { reason: 'frozen' } });
    expect(await card()).toMatchObject({ state: 'connected', is_online: true, frozen_since: expect.any(String), dialogs_available: 0 });
    // The account still receives messages.
    server.nextSecond();
    await answers(boris, 'Are you there?');
    const read = { max_id: (await messages(team.admin, boris.id)).at(-1)?.message_id };
    expect(await team.admin.post(`${dialogsPath}${boris.id}/mark_as_read/`, read)).toMatchObject({ status: 200 });
    await poll(told).toEqual([{ detail: team.phone, isFrozen: true }]);
    // The account is still frozen.
    const { faults } = server.world;
    faults.add({ method: 'help.getAppConfig', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 0 });
    passThaw();
    await until(() => expect(faults.list()).toEqual([]));
    expect(await card()).toMatchObject({ frozen_since: expect.any(String) });
    freeze(null);
    passThaw();
    await becomes(team.admin, anna.id, { state: 'sent', message: 'One', error: null });
    await becomes(team.admin, fresh.id, { state: 'sent', message: 'Three' });
    await until(() => expect(server.received(boris.username, team.phone)).toEqual(['Hello', 'Two']));
    expect(await card()).toMatchObject({ frozen_since: null });
    expect(await told()).toHaveLength(1);
    // A second freeze notifies again.
    freeze(1_800_000_000);
    await say(team.admin, anna.id, 'Again');
    await becomes(team.admin, anna.id, { state: 'planned', error: 'account_frozen' });
    await poll(told).toHaveLength(2);
    freeze(null);
  },
);

it('[TG-037] a frozen SIM card that cannot read dialogs is not synced until it is usable', { timeout: 60_000 }, async () => {
  const { phone, id } = await addSim();
  const { faults } = server.world;
  faults.add({
    method: 'messages.getDialogs',
    phone: phone.slice(1),
    times: 20,
    error: 'FROZEN_METHOD_INVALID',
    fate: 'sent',
    milliseconds: 0,
  });
  // A message of an unknown person requires a sync.
  server.writes(username(), phone, 'Hello from nowhere');
  await until(async () => expect(await card(id)).toMatchObject({ frozen_since: expect.any(String) }));
  expect(faults.list()[0]?.times).toBe(19);
  server.writes(username(), phone, 'Me too');
  await settled();
  expect(faults.list()[0]?.times).toBe(19);
  faults.clear();
  passThaw();
  const strangers = async () => (await team.admin.get(`${dialogsPath}?telegram_account_id=${id}`)).body.count;
  await poll(strangers).toBe(2);
  expect(await card(id)).toMatchObject({ frozen_since: null });
  await team.admin.delete(`${accountsPath}${id}/`);
});

it(
  '[TG-037] [SEND-009] a SIM card that cannot read dialogs is frozen, and no dialog counts as unreadable',
  { timeout: 90_000 },
  async () => {
    const { phone, id } = await addSim();
    const calls = refuses('messages.getHistory', { phone, error: 'FROZEN_METHOD_INVALID' });
    server.writes(username(), phone, 'Hello from nowhere');
    await until(async () => expect(await card(id)).toMatchObject({ frozen_since: expect.any(String) }));
    await settled();
    expect(calls()).toBe(1);
    expect(await here.sql('select from telegram_dialogs where account_id = $1 and has_missing_messages', [id])).toEqual([]);
    server.world.faults.clear();
    passThaw();
    const said = () => here.sql('select from messages where telegram_account_id = $1', [id]);
    await poll(async () => (await said()).length).toBe(1);
    expect(await card(id)).toMatchObject({ frozen_since: null });
    await team.admin.delete(`${accountsPath}${id}/`);
  },
);

it(
  '[TG-037] [TG-052] a frozen SIM card that cannot load a file shows the reason and loads it when usable',
  { timeout: 90_000 },
  async () => {
    const { phone, id } = await addSim();
    const vera = await converse(team.admin, { account: id });
    const calls = refuses('upload.getFile', { phone, error: 'FROZEN_METHOD_INVALID' });
    await reply(server.world, {
      from: server.personOf(vera.username),
      to: server.ownerOf(phone),
      text: 'My CV',
      file: { name: 'cv.pdf', mimeType: 'application/pdf', bytes: pdf(1000) },
    });
    const file = async () => (await messages(team.admin, vera.id)).at(-1)?.attachments[0];
    await until(async () => expect(await card(id)).toMatchObject({ frozen_since: expect.any(String) }));
    await settled();
    expect(calls()).toBe(1);
    expect(await file()).toMatchObject({ state: 'loading', retry_at: null });
    server.world.faults.clear();
    passThaw();
    await poll(file).toMatchObject({ state: 'stored' });
    await team.admin.delete(`${accountsPath}${id}/`);
  },
);

it('[TG-060] [TG-037] the waits required by Telegram continue after the freeze', { timeout: 90_000 }, async () => {
  const { phone, id } = await addSim();
  const anna = await converse(team.admin, { account: id });
  freeze(1_800_000_000, phone);
  await say(team.admin, anna.id, 'One');
  await becomes(team.admin, anna.id, { error: 'account_frozen' });
  const looks = refuses('messages.getDialogs', { phone, error: 'FLOOD_WAIT_3600' });
  server.writes(username(), phone, 'Hello from nowhere');
  await poll(looks).toBe(1);
  freeze(null, phone);
  passThaw();
  await until(async () => expect(await card(id)).toMatchObject({ frozen_since: null, flood_wait_until: expect.any(String) }));
  server.writes(username(), phone, 'Me too');
  await settled();
  expect(looks()).toBe(1);
  server.world.faults.clear();
  here.clock.advance(3_600_000);
  const strangers = () => here.sql('select from telegram_dialogs where account_id = $1 and profile_id is null', [id]);
  await poll(async () => (await strangers()).length).toBe(2);
  await team.admin.delete(`${accountsPath}${id}/`);
});

it('[TG-060] [TG-037] Telegram is not asked about the freeze during a flood wait', { timeout: 90_000 }, async () => {
  const { phone, id } = await addSim();
  const anna = await converse(team.admin, { account: id });
  freeze(1_800_000_000, phone);
  await say(team.admin, anna.id, 'One');
  await becomes(team.admin, anna.id, { error: 'account_frozen' });
  const calls = refuses('help.getAppConfig', { phone, error: 'FLOOD_WAIT_1000' });
  passThaw();
  await poll(calls).toBe(1);
  passThaw();
  await settled();
  expect(calls()).toBe(1);
  server.world.faults.clear();
  freeze(null, phone);
  here.clock.advance(1_000_000);
  await becomes(team.admin, anna.id, { state: 'sent', message: 'One' });
  await team.admin.delete(`${accountsPath}${id}/`);
});

it('[TG-049] [TG-037] shows the freeze if all other SIM cards are signed out or banned', { timeout: 60_000 }, async () => {
  const others = [await addSim(), await addSim()];
  await here.sql(`update telegram_accounts set state = 'signed_out' where id = $1`, [others[0]?.id]);
  await here.sql(`update telegram_accounts set state = 'banned' where id = $1`, [others[1]?.id]);
  await here.sql('update telegram_accounts set frozen_since = $2 where id = $1', [team.account, here.clock.now()]);
  const [profile = 0] = await addProfiles(here, 1);
  const open = () => team.admin.post(`${dialogsPath}get_or_create/`, { profile_id: profile, username: username() });
  expect(await open()).toMatchObject({ status: 409, body: { error: 'account_frozen' } });
  // Without any connected account there is another error.
  await here.sql(`update telegram_accounts set state = 'signed_out' where id = $1`, [team.account]);
  expect((await open()).body.error).not.toBe('account_frozen');
  await here.sql(`update telegram_accounts set state = 'connected', frozen_since = null where id = $1`, [team.account]);
  for (const { id } of others) await team.admin.delete(`${accountsPath}${id}/`);
});
