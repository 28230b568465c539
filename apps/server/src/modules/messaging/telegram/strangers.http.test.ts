import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createRegistry } from '../suppressions/public.ts';
import { linkDialog } from './dialogs/link-dialog.ts';
import { lockDialog } from './store/dialogs.ts';
import { poll, until } from '../../../../test/settled.ts';

const telegram = await openTelegramDialogs('known', { language: 'en' });
const { server, here, team } = telegram;
const suppressions = '/api/v6/messaging/suppressions/';
// Telegram uses its own clock for messages of people.
beforeEach(() => here.clock.set(new Date()));

const found = async (username: string) => (await team.admin.get(`${dialogsPath}?search=${username}`)).body.results as { id: number }[];
/** An unresolved contact writes the text; resolves when it is stored. */
async function writes(text: string, username = telegram.username(), phone = team.phone): Promise<{ id: number; username: string }> {
  server.writes(username, phone, text);
  await until(async () => expect(await found(username)).toMatchObject([{ last_message: { message: text } }]));
  const [dialog] = await found(username);
  return { id: dialog?.id ?? 0, username };
}

let addresses = 0;
/** A profile with an address added by the company, and a username if given. */
async function person(username?: string): Promise<{ id: number; email: string }> {
  const [id = 0] = await addProfiles(here, 1);
  const email = `stranger${(addresses += 1)}@known.test`;
  const contacts = [{ type: 'email', value: email }, ...(username === undefined ? [] : [{ type: 'telegram', value: `@${username}` }])];
  for (const contact of contacts) await good(team.admin.post(`/api/v6/profiles/${id}/contacts/`, contact));
  return { id, email };
}
/** A profile of the common base with sold contacts. */
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

/**
 * A contact asked another SIM card to stop, and a dialog from a profile waits under their new
 * username.
 */
async function stoppedElsewhere() {
  const other = await telegram.addSim();
  const [stranger, renamed] = [await writes('Stop', telegram.username(), other.phone), telegram.username()];
  server.world.people.rename(server.personOf(stranger.username), renamed);
  const { id: profile, email } = await person();
  const dialog = await telegram.begin(team.admin, { username: renamed, profile, account: team.account });
  expect(await isSuppressed(email)).toBe(false);
  return { dialog, renamed, email, end: () => team.admin.delete(`${accountsPath}${other.id}/`) };
}

describe('[DEC-05] a person who asks a SIM card to stop', () => {
  it.each([
    ['a user links the dialog', link],
    ['a user begins a dialog from the profile', open],
  ])('gets no e-mail once %s', async (_how, attach) => {
    const stranger = await writes('Stop');
    const { id, email } = await person();
    expect(await isSuppressed(email)).toBe(false);
    expect(await attach(team.admin, stranger, id)).toMatchObject({ status: 200, body: { id: stranger.id, profile: { id } } });
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
  });

  it('gets no e-mail if the company knows their username, before a link', async () => {
    const username = telegram.username();
    const { email } = await person(username.toUpperCase());
    await writes('Stop', username);
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
  });

  it('does not affect unopened usernames, nor the sold addresses of opened ones', async () => {
    const username = telegram.username();
    const { id, email } = await soldPerson(username);
    await writes('Stop', username);
    expect(await isSuppressed(email)).toBe(false);
    await good(team.admin.get(`/api/v6/profiles/${id}/get-contacts/`));
    await writes('stop!', username);
    expect(await isSuppressed(email)).toBe(true);
    expect(await listed(email)).toMatchObject([{ address: null, reason: 'unsubscribed' }]);
  });

  it("gets no e-mail after a lookup resolves a profile's username to them", async () => {
    const { dialog, renamed, email, end } = await stoppedElsewhere();
    await telegram.say(team.admin, dialog.id, 'Hello');
    await telegram.becomes(team.admin, dialog.id, { state: 'failed', error: 'suppressed' });
    expect(server.received(renamed, team.phone)).toEqual([]);
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
    await end();
  });

  it('gets no e-mail after their message resolves a dialog of a profile', async () => {
    const { dialog, email, end } = await stoppedElsewhere();
    await telegram.answers({ ...dialog }, 'Who is it?');
    expect(await listed(email)).toMatchObject([{ address: email, reason: 'unsubscribed', source: 'inbound' }]);
    await end();
  });

  it('gets no e-mail if linked in another SIM card, and the new owner of their username is not affected', async () => {
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

  it('gets no e-mail if a dialog of another SIM card is linked concurrently', async () => {
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

  it('does not affect the profile without a request to stop', async () => {
    const stranger = await writes('Please do not stop here');
    const { id, email } = await person();
    await good(link(team.admin, stranger, id));
    expect(await isSuppressed(email)).toBe(false);
  });
});

describe('[TG-049] a dialog begun with the username of an unlinked contact', () => {
  it('is linked to the profile as by a user, and can be unlinked', async () => {
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

  it('notifies users who have it open', async () => {
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

  it('rejects a profile with another username', async () => {
    const stranger = await writes('Who are you?');
    const { id } = await person('known_by_another_name');
    expect(await open(team.admin, stranger, id)).toMatchObject({ status: 409, body: { error: 'profile_other_name' } });
    expect(await found(stranger.username)).toMatchObject([{ profile: null }]);
  });

  it('is rejected if the person belongs to another profile in another SIM card', async () => {
    const other = await telegram.addSim();
    const stranger = await writes('Hello');
    server.writes(stranger.username, other.phone, 'Hello to you too');
    await until(async () => expect(await found(stranger.username)).toHaveLength(2));
    const second = (await found(stranger.username)).find(({ id }) => id !== stranger.id) ?? { id: 0 };
    await good(link(team.admin, second, (await person()).id));
    // That SIM card has not learned the new username.
    await here.sql('update telegram_dialogs set username = null where id = $1', [second.id]);
    expect(await open(team.admin, stranger, (await person()).id)).toMatchObject({ status: 409, body: { error: 'person_elsewhere' } });
    await team.admin.delete(`${accountsPath}${other.id}/`);
  });
});
