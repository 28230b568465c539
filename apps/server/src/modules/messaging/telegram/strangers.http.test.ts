import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createRegistry } from '../suppressions/public.ts';
import { linkDialog } from './actions/link-dialog.ts';
import { lockDialog } from './store/dialogs.ts';
import { poll, until } from '../../../../test/settled.ts';

const telegram = await openTelegramDialogs('known', { language: 'en' });
const { server, here, team } = telegram;
const suppressions = '/api/v6/messaging/suppressions/';
// Telegram dates what people write by its own clock.
beforeEach(() => here.clock.set(new Date()));

const found = async (username: string) => (await team.admin.get(`${dialogsPath}?search=${username}`)).body.results as { id: number }[];
/** Somebody whom nobody has looked up writes that, and it is there. */
async function writes(text: string, username = telegram.username(), phone = team.phone): Promise<{ id: number; username: string }> {
  server.writes(username, phone, text);
  await until(async () => expect(await found(username)).toMatchObject([{ last_message: { message: text } }]));
  const [dialog] = await found(username);
  return { id: dialog?.id ?? 0, username };
}

let addresses = 0;
/** A profile with an address that the company has added, and a username where one is given. */
async function person(username?: string): Promise<{ id: number; email: string }> {
  const [id = 0] = await addProfiles(here, 1);
  const email = `stranger${(addresses += 1)}@known.test`;
  const contacts = [{ type: 'email', value: email }, ...(username === undefined ? [] : [{ type: 'telegram', value: `@${username}` }])];
  for (const contact of contacts) await good(team.admin.post(`/api/v6/profiles/${id}/contacts/`, contact));
  return { id, email };
}
/** A profile of the common base, with contacts that are sold. */
async function soldPerson(username: string): Promise<{ id: number; email: string }> {
  const email = `stranger${(addresses += 1)}@known.test`;
  const contacts = [
    { type: 'email' as const, value: email },
    { type: 'telegram' as const, value: `@${username}` },
  ];
  const [id = 0] = await addProfiles(here, 1, { input: { contacts } });
  return { id, email };
}
const isSuppressed = async (email: string) =>
  (await good(team.admin.get(`${suppressions}check/?email=${encodeURIComponent(email)}`))).is_suppressed as boolean;
const listed = async (email: string) => (await good(team.admin.get(`${suppressions}?search=${encodeURIComponent(email)}`))).suppressions;

const link = (caller: Caller, { id }: { id: number }, profileId: number) =>
  caller.put(`${dialogsPath}${id}/profile/`, { profile_id: profileId });
const open = (caller: Caller, { username }: { username: string }, profileId: number) =>
  caller.post(`${dialogsPath}get_or_create/`, { profile_id: profileId, username });

/** Somebody has asked another SIM card, as a stranger, and a dialog waits from a profile under the name that they have by now. */
async function stoppedElsewhere() {
  const other = await telegram.addSim();
  const [stranger, renamed] = [await writes('Stop', telegram.username(), other.phone), telegram.username()];
  server.world.people.rename(server.personOf(stranger.username), renamed);
  const { id: profile, email } = await person();
  const dialog = await telegram.begin(team.admin, { username: renamed, profile, account: team.account });
  expect(await isSuppressed(email)).toBe(false);
  return { dialog, renamed, email, end: () => team.admin.delete(`${accountsPath}${other.id}/`) };
}

describe('[DEC-05] whoever asks a SIM card to stop', () => {
  it.each([
    ['somebody says whose the dialog is', link],
    ['a dialog is begun from the profile', open],
  ])('gets no e-mail either once %s', async (_how, attach) => {
    const stranger = await writes('Stop');
    const { id, email } = await person();
    expect(await isSuppressed(email)).toBe(false);
    expect(await attach(team.admin, stranger, id)).toMatchObject({ status: 200, body: { id: stranger.id, profile: { id } } });
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
  });

  it('gets no e-mail either where the company knows them by their name, before anybody says who it is', async () => {
    const username = telegram.username();
    const { email } = await person(username.toUpperCase());
    await writes('Stop', username);
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
  });

  it('says nothing of a name that nobody of the company has opened, and nothing of the addresses of one that somebody has', async () => {
    const username = telegram.username();
    const { id, email } = await soldPerson(username);
    await writes('Stop', username);
    expect(await isSuppressed(email)).toBe(false);
    await good(team.admin.get(`/api/v6/profiles/${id}/get-contacts/`));
    await writes('stop!', username);
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: null, reason: 'unsubscribed' }]);
  });

  it('gets no e-mail either once the look-up of a name reveals that a profile is theirs', async () => {
    const { dialog, renamed, email, end } = await stoppedElsewhere();
    await telegram.say(team.admin, dialog.id, 'Hello');
    await telegram.becomes(team.admin, dialog.id, { state: 'failed', error: 'suppressed' });
    expect(server.received(renamed, team.phone)).toEqual([]);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
    await end();
  });

  it('gets no e-mail either once what they write reveals that a dialog from a profile is with them', async () => {
    const { dialog, email, end } = await stoppedElsewhere();
    await telegram.answers({ ...dialog }, 'Who is it?');
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
    await end();
  });

  it('gets no e-mail either where they are known from another SIM card, and nobody who has their name by now is meant', async () => {
    const [{ id: profile, email }, renamed] = [await person(), telegram.username()];
    const dialog = await telegram.converse(team.admin, { profile, account: team.account });
    server.world.people.rename(server.personOf(dialog.username), renamed);
    const [namesake, second] = [await person(renamed), await telegram.addSim()];
    await writes('Stop', renamed, second.phone);
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
    expect(await isSuppressed(namesake.email)).toBe(false);
    await team.admin.delete(`${accountsPath}${second.id}/`);
  });

  it('gets no e-mail either where a dialog from another SIM card becomes their profile’s at that moment', async () => {
    const [second, username] = [await telegram.addSim(), telegram.username()];
    const [known, { id: profileId, email }] = [await writes('Hello', username), await person()];
    const registry = createRegistry({ clock: here.clock, signing: () => here.signing() });
    const { database } = here.application;
    const waiting = () => here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
    await database.inCompany(team.company, async (tx) => {
      const dialog = await lockDialog(tx, known.id);
      if (!dialog) throw new Error('it is gone');
      await linkDialog(tx, registry, { dialog, profileId, by: null, now: here.clock.now() });
      server.writes(username, second.phone, 'Stop');
      await until(async () => expect(await waiting()).not.toEqual([]));
    });
    await poll(() => isSuppressed(email)).toBe(true);
    await team.admin.delete(`${accountsPath}${second.id}/`);
  });

  it('changes nothing for the profile where somebody asks for nothing', async () => {
    const stranger = await writes('Please do not stop here');
    const { id, email } = await person();
    await good(link(team.admin, stranger, id));
    expect(await isSuppressed(email)).toBe(false);
  });
});

describe('[TG-049] a dialog that is begun with the name of a stranger who has written', () => {
  it('is linked to the profile as one that somebody says is theirs, and can be unlinked', async () => {
    const stranger = await writes('Is anybody there?');
    const { id } = await person();
    expect(await open(team.admin, stranger, id)).toMatchObject({
      status: 200,
      body: { id: stranger.id, is_new: false, profile: { id }, permissions: { link: false, unlink: true } },
    });
    const [row] = await here.sql('select linked_at, linked_by is not null as is_by_somebody from telegram_dialogs where id = $1', [
      stranger.id,
    ]);
    expect(row).toMatchObject({ linked_at: expect.any(Date), is_by_somebody: true });
    expect(await team.admin.delete(`${dialogsPath}${stranger.id}/profile/`)).toMatchObject({ status: 200, body: { profile: null } });
  });

  it('is told to whoever has it before them', async () => {
    const stranger = await writes('Hello?');
    const { id } = await person();
    const listener = new Client({ connectionString: here.databaseUrl });
    await listener.connect();
    const told: { topic: string; ids: number[] }[] = [];
    listener.on('notification', ({ payload = '{}' }) => void told.push(JSON.parse(payload)));
    await listener.query('listen headwater_events');
    await good(open(team.admin, stranger, id));
    await listener.query('select 1');
    expect(told).toContainEqual(expect.objectContaining({ topic: 'telegram_dialogs', ids: [stranger.id] }));
    await listener.end();
  });

  it('is refused for a profile that has another username', async () => {
    const stranger = await writes('Who are you?');
    const { id } = await person('known_by_another_name');
    expect(await open(team.admin, stranger, id)).toMatchObject({ status: 409, body: { error: 'profile_other_name' } });
    expect(await found(stranger.username)).toMatchObject([{ profile: null }]);
  });

  it('is refused where they are the person of another profile in a dialog from another SIM card', async () => {
    const other = await telegram.addSim();
    const stranger = await writes('Hello');
    server.writes(stranger.username, other.phone, 'Hello to you too');
    await until(async () => expect(await found(stranger.username)).toHaveLength(2));
    const second = (await found(stranger.username)).find(({ id }) => id !== stranger.id) ?? { id: 0 };
    await good(link(team.admin, second, (await person()).id));
    // That SIM card has not learned yet how they are called by now.
    await here.sql('update telegram_dialogs set username = null where id = $1', [second.id]);
    expect(await open(team.admin, stranger, (await person()).id)).toMatchObject({ status: 409, body: { error: 'person_elsewhere' } });
    await team.admin.delete(`${accountsPath}${other.id}/`);
  });
});
