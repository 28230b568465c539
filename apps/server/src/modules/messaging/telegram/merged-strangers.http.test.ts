import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/database/database.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createRegistry } from '../suppressions/public.ts';
import { linkDialog } from './dialogs/link-dialog.ts';
import { findDialog, lockDialog } from './store/dialogs.ts';
import { mergeDialogs, whyNotMerged } from './store/merging.ts';
import { until, untilLocked } from '../../../../test/settled.ts';

const { server, here, team, addSim, begin, say, becomes, texts, username } = await openTelegramDialogs('merged', { language: 'en' });

/**
 * An unresolved contact has written and has changed the username since, which the SIM card has not
 * learned.
 */
async function renamedStranger(phone = team.phone): Promise<{ id: number; renamed: string }> {
  const [before, renamed] = [username(), username()];
  server.writes(before, phone, `I am ${before}`);
  const find = async () => (await team.admin.get(`${dialogsPath}?search=${before}`)).body.results[0];
  await until(async () => expect(await find()).toMatchObject({ profile: null }));
  server.world.people.rename(server.personOf(before), renamed);
  return { id: (await find()).id, renamed };
}
const profileWith = async (name?: string) => {
  const [id = 0] = await addProfiles(here, 1);
  if (name !== undefined) await good(team.admin.post(`/api/v6/profiles/${id}/contacts/`, { type: 'telegram', value: `@${name}` }));
  return id;
};
const dialogOf = async (id: number) => (await team.admin.get(`${dialogsPath}${id}/`)).body;
const inCompany = <Result>(work: (tx: Tx) => Promise<Result>) => here.application.database.inCompany(team.company, work);

/** A contact with the username of a profile writes and is linked to it. */
async function mistaken() {
  const [first, second] = [username(), username()];
  const profile = await profileWith(first);
  const email = `${first}@merged.test`;
  await good(team.admin.post(`/api/v6/profiles/${profile}/contacts/`, { type: 'email', value: email }));
  server.writes(first, team.phone, `I am ${first}`);
  const found = async () => (await team.admin.get(`${dialogsPath}?search=${first}`)).body.results;
  await until(async () => expect(await found()).toHaveLength(1));
  const [{ id }] = await found();
  await good(team.admin.put(`${dialogsPath}${id}/profile/`, { profile_id: profile }));
  return { first, second, profile, email, id: Number(id) };
}

describe('[TG-049] [TG-029] a username that resolves to an unlinked contact', () => {
  it('links their dialog to the profile of the message, and that can be undone', async () => {
    const { id, renamed } = await renamedStranger();
    const profile = await profileWith();
    const begun = await begin(team.admin, { username: renamed, profile, account: team.account });
    expect(begun.id).not.toBe(id);
    await say(team.admin, begun.id, 'Is it you?');
    await becomes(team.admin, id, { state: 'sent', message: 'Is it you?' });
    expect(await dialogOf(id)).toMatchObject({ profile: { id: profile }, permissions: { link: false, unlink: true } });
    expect(await here.sql('select linked_by = created_by as is_by_author from telegram_dialogs where id = $1', [id])).toEqual([
      { is_by_author: true },
    ]);
    expect(await team.admin.delete(`${dialogsPath}${id}/profile/`)).toMatchObject({
      status: 200,
      body: { profile: null, permissions: { link: true, unlink: false } },
    });
  });

  it('links their dialog to a profile with another of their usernames', async () => {
    const [{ id, renamed }, second] = [await renamedStranger(), username()];
    server.world.people.addUsername(server.personOf(renamed), second);
    const profile = await profileWith(second);
    const begun = await begin(team.admin, { username: second, profile, account: team.account });
    await say(team.admin, begun.id, 'By your second name');
    await becomes(team.admin, id, { state: 'sent', message: 'By your second name' });
    expect(await dialogOf(id)).toMatchObject({ profile: { id: profile } });
    expect(server.received(renamed, team.phone)).toEqual(['By your second name']);
  });

  it('delivers a manual message after the contact was unlinked', async () => {
    const [{ id, renamed }, second] = [await renamedStranger(), username()];
    server.world.people.addUsername(server.personOf(renamed), second);
    const profile = await profileWith(second);
    const start = () => begin(team.admin, { username: second, profile, account: team.account });
    await say(team.admin, (await start()).id, 'By your second name');
    await becomes(team.admin, id, { state: 'sent', message: 'By your second name' });
    expect(await team.admin.delete(`${dialogsPath}${id}/profile/`)).toMatchObject({ status: 200, body: { profile: null } });
    here.clock.advance(1000);
    await say(team.admin, (await start()).id, 'After all');
    await becomes(team.admin, id, { state: 'sent', message: 'After all' });
    expect(await dialogOf(id)).toMatchObject({ profile: { id: profile } });
  });

  it("does not link them by a message that fails in a colleague's private dialog", async () => {
    const { first, second, profile, email, id } = await mistaken();
    await good(team.admin.patch(`${dialogsPath}${id}/`, { access_type: 'private' }));
    await good(team.admin.delete(`${dialogsPath}${id}/profile/`));
    here.clock.advance(1000);
    server.world.people.addUsername(server.personOf(first), second);
    const colleague = await here.signIn(await here.addUser(team.company, 'worker', { canSearch: true }));
    const begun = await begin(colleague, { username: second, profile, account: team.account });
    await say(colleague, begun.id, 'By your second name');
    await becomes(colleague, begun.id, { state: 'failed', error: 'dialog_private' });
    // The contact's messages still do not count for the profile with their username.
    server.writes(first, team.phone, 'Stop');
    await becomes(team.admin, id, { state: 'received', message: 'Stop' });
    const suppressed = async (address: string) =>
      (await good(team.admin.get(`/api/v6/messaging/suppressions/check/?email=${encodeURIComponent(address)}`))).is_suppressed;
    expect([await suppressed(`${first}@t.me`), await suppressed(email)]).toEqual([true, false]);
    expect(await dialogOf(id)).toMatchObject({ profile: null });
  });

  it('[DEC-05] does not link them by a message that fails because they asked to stop', async () => {
    const { first, second, profile, email, id } = await mistaken();
    await good(team.admin.delete(`${dialogsPath}${id}/profile/`));
    server.writes(first, team.phone, 'Stop');
    await becomes(team.admin, id, { state: 'received', message: 'Stop' });
    here.clock.advance(1000);
    server.world.people.addUsername(server.personOf(first), second);
    const begun = await begin(team.admin, { username: second, profile, account: team.account });
    await say(team.admin, begun.id, 'By your second name');
    await becomes(team.admin, begun.id, { state: 'failed', error: 'suppressed' });
    const { is_suppressed: isSuppressed } = await good(
      team.admin.get(`/api/v6/messaging/suppressions/check/?email=${encodeURIComponent(email)}`),
    );
    expect(isSuppressed).toBe(false);
    expect(await dialogOf(id)).toMatchObject({ profile: null });
  });

  it('fails for a profile with another username and leaves their dialog unlinked', async () => {
    const { id, renamed } = await renamedStranger();
    const begun = await begin(team.admin, { username: renamed, profile: await profileWith('petrov_by_his_name'), account: team.account });
    await say(team.admin, begun.id, 'Hello Petrov');
    await becomes(team.admin, begun.id, {
      state: 'failed',
      error: 'profile_other_name',
      error_text: expect.stringContaining('another Telegram username'),
    });
    expect(server.received(renamed, team.phone)).toEqual([]);
    expect(await dialogOf(id)).toMatchObject({ profile: null });
  });
});

describe('[TG-029] a Telegram user', () => {
  it('belongs to one profile if a lookup and a link of another dialog run concurrently', { timeout: 60_000 }, async () => {
    const other = await addSim();
    const { id, renamed } = await renamedStranger(other.phone);
    const begun = await begin(team.admin, { username: renamed, account: team.account });
    const registry = createRegistry({ clock: here.clock, signing: () => here.signing() });
    const [profileId, now] = [await profileWith(), here.clock.now()];
    await inCompany(async (tx) => {
      const dialog = await lockDialog(tx, id);
      if (!dialog) throw new Error('it is gone');
      await linkDialog(tx, registry, { dialog, profileId, by: null, now });
      await say(team.admin, begun.id, 'Meant for somebody else');
      await untilLocked(here);
    });
    await becomes(team.admin, begun.id, { state: 'failed', error: 'dialog_elsewhere' });
    expect(server.received(renamed, team.phone)).toEqual([]);
    await team.admin.delete(`${accountsPath}${other.id}/`);
  });
});

/**
 * A person is linked in a dialog of another SIM card, and a dialog with their current username
 * waits in a third.
 */
async function waitsForAnothers() {
  const other = await addSim();
  const { id, renamed } = await renamedStranger(other.phone);
  await good(team.admin.put(`${dialogsPath}${id}/profile/`, { profile_id: await profileWith() }));
  const begun = await begin(team.admin, { username: renamed, account: team.account });
  return { begun, renamed, end: () => team.admin.delete(`${accountsPath}${other.id}/`) };
}

/** The dialogs with the message. */
const heard = (text: string) =>
  here.sql<{ dialog: number; profile: number | null }>(
    `select dialog.id::int as dialog, dialog.profile_id::int as profile from messages said
      join telegram_dialogs dialog on dialog.id = said.dialog_id where said.body_text = $1`,
    [text],
  );

describe("[TG-029] a linked person who writes to a SIM card where another profile's dialog waits under their username", () => {
  it('is an unlinked contact there, and messages from that profile fail', { timeout: 60_000 }, async () => {
    const { begun, renamed, end } = await waitsForAnothers();
    server.writes(renamed, team.phone, 'Who is it?');
    await until(async () => expect(await heard('Who is it?')).toHaveLength(1));
    expect(await heard('Who is it?')).toEqual([{ dialog: expect.any(Number), profile: null }]);
    await say(team.admin, begun.id, 'Meant for somebody else');
    await becomes(team.admin, begun.id, { state: 'failed', error: 'dialog_elsewhere' });
    expect(await texts(team.admin, begun.id)).toEqual(['Meant for somebody else']);
    expect(server.received(renamed, team.phone)).toEqual([]);
    await end();
  });
});

describe('[ROLE-059] a dialog that may merge into a private one', () => {
  it('stays separate if a colleague starts to write in it concurrently', async () => {
    const [from, into] = [await begin(team.admin), await begin(team.admin)];
    await good(team.admin.patch(`${dialogsPath}${into.id}/`, { access_type: 'private' }));
    const colleague = await here.addUser(team.company, 'worker', { canSearch: true });
    let reason: Promise<string | undefined> | undefined;
    await inCompany(async (tx) => {
      await sql`insert into telegram_drafts (dialog_id, user_id, company_id, body, version)
        values (${from.id}, ${colleague.id}, ${team.company}, 'Not sent yet', 1)`.execute(tx);
      reason = inCompany(async (other) => {
        const [one, two] = [await findDialog(other, from.id), await findDialog(other, into.id)];
        return one && two ? whyNotMerged(other, { from: one, into: two }) : 'none';
      });
      await untilLocked(here);
    });
    expect(await reason).toBe('dialog_private');
    expect(await texts(team.admin, from.id)).toEqual([]);
  });

  it('stays separate if a colleague starts to write in the known one, and blocks new drafts after the merge', async () => {
    const profile = await profileWith();
    const { id: known, renamed } = await renamedStranger();
    const begun = await begin(team.admin, { username: renamed, profile, account: team.account });
    await good(team.admin.patch(`${dialogsPath}${begun.id}/`, { access_type: 'private' }));
    await good(team.admin.put(`${dialogsPath}${begun.id}/draft/`, { message: 'Between us' }));
    const user = await here.addUser(team.company, 'worker', { canSearch: true });
    const colleague = await here.signIn(user);
    const pairIn = async (tx: Tx) => {
      const [from, into] = [await findDialog(tx, begun.id), await lockDialog(tx, known)];
      if (!from || !into) throw new Error('it is gone');
      return { from, into };
    };
    let reason: Promise<string | undefined> | undefined;
    await inCompany(async (tx) => {
      await sql`insert into telegram_drafts (dialog_id, user_id, company_id, body, version)
        values (${known}, ${user.id}, ${team.company}, 'Not sent yet', 1)`.execute(tx);
      reason = inCompany(async (other) => whyNotMerged(other, await pairIn(other)));
      await untilLocked(here);
    });
    expect(await reason).toBe('dialog_public');
    await good(colleague.put(`${dialogsPath}${known}/draft/`, { message: '' }));

    let saving: Promise<{ status: number }> | undefined;
    await inCompany(async (tx) => {
      const pair = await pairIn(tx);
      expect(await whyNotMerged(tx, pair)).toBe(undefined);
      saving = colleague.put(`${dialogsPath}${known}/draft/`, { message: 'Too late' });
      await untilLocked(here);
      await mergeDialogs(tx, pair, here.clock.now());
    });
    expect(await saving).toMatchObject({ status: 403 });
    expect(await here.sql(`select body from telegram_drafts where dialog_id = $1 and body <> ''`, [known])).toEqual([
      { body: 'Between us' },
    ]);
    expect((await dialogOf(known)).access_type).toBe('private');
  });
});
