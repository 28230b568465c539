import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const telegram = await openTelegramDialogs('link');
const { server, here, team } = telegram;

/** A message of an unknown person. */
async function stranger() {
  const username = telegram.username();
  server.writes(username, team.phone, 'Hello, I saw your vacancy');
  const find = async () => (await team.admin.get(`${dialogsPath}?search=${username}`)).body.results[0];
  await until(async () => expect(await find()).toMatchObject({ profile: null, permissions: { link: true, unlink: false } }));
  return { id: (await find()).id as number, username };
}
const profile = async (username?: string) => {
  const [id = 0] = await addProfiles(here, 1);
  if (username !== undefined) {
    expect(await team.admin.post(`/api/v6/profiles/${id}/contacts/`, { type: 'telegram', value: `@${username}` })).toMatchObject({
      status: 200,
    });
  }
  return id;
};
const link = (caller: Caller, id: number, profileId: number) => caller.put(`${dialogsPath}${id}/profile/`, { profile_id: profileId });
const unlink = (caller: Caller, id: number) => caller.delete(`${dialogsPath}${id}/profile/`);
const dialogsOf = async (profileId: number) =>
  (await team.admin.get(`${dialogsPath}?profile_id=${profileId}`)).body.results.map(({ id }: { id: number }) => id);
const events = async (profileId: number) => JSON.stringify((await team.admin.get(`/api/v6/profiles/${profileId}/events/`)).body);

describe('[TG-029] a dialog with an unlinked contact', () => {
  it('is linked to a profile with its activity, and unlinked', async () => {
    const { id } = await stranger();
    const profileId = await profile();
    expect(await events(profileId)).not.toContain('I saw your vacancy');
    expect(await link(team.admin, id, profileId)).toMatchObject({
      status: 200,
      body: { profile: { id: profileId }, permissions: { link: false, unlink: true } },
    });
    expect(await dialogsOf(profileId)).toEqual([id]);
    expect(await events(profileId)).toContain('telegram');
    expect(await link(team.admin, id, await profile())).toMatchObject({ status: 409 });
    expect(await unlink(team.admin, id)).toMatchObject({
      status: 200,
      body: { profile: null, permissions: { link: true, unlink: false } },
    });
    expect(await dialogsOf(profileId)).toEqual([]);
  });

  it('rejects a profile with another username and accepts one with this username', async () => {
    const { id, username } = await stranger();
    expect(await link(team.admin, id, await profile('somebody_else_there'))).toMatchObject({
      status: 409,
      body: { error: 'profile_other_name' },
    });
    const same = await profile(username.toUpperCase());
    expect(await link(team.admin, id, same)).toMatchObject({ status: 200, body: { profile: { id: same } } });
  });

  it('does not reveal usernames that are sold and not opened', async () => {
    const { id } = await stranger();
    const [sold = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'telegram', value: '@sold_name_x' }] } });
    expect(await link(team.admin, id, sold)).toMatchObject({ status: 200 });
    await unlink(team.admin, id);
    expect((await team.admin.get(`/api/v6/profiles/${sold}/get-contacts/`)).status).toBe(200);
    expect(await link(team.admin, id, sold)).toMatchObject({ status: 409 });
  });

  it('does not reveal that the username is the sold one', async () => {
    const { id, username } = await stranger();
    const input = { contacts: [{ type: 'telegram' as const, value: `@${username}` }] };
    const [same = 0, none = 0] = [...(await addProfiles(here, 1, { input })), ...(await addProfiles(here, 1))];
    for (const profileId of [same, none]) {
      expect(await link(team.admin, id, profileId)).toMatchObject({ status: 200, body: { username, username_is_masked: false } });
      await unlink(team.admin, id);
    }
  });

  it('is linked to one profile by concurrent requests from several SIM cards', async () => {
    const { id, username } = await stranger();
    const other = server.nextPhone();
    const { id: account } = await server.addAccount(team.admin, other);
    server.writes(username, other, 'Hello to you too');
    const both = async () =>
      (await team.admin.get(`${dialogsPath}?search=${username}`)).body.results.map((each: { id: number }) => each.id) as number[];
    await until(async () => expect(await both()).toHaveLength(2));
    const [second = 0] = (await both()).filter((each) => each !== id);
    const [one, two] = [await profile(), await profile()];
    const answers = await Promise.all([link(team.admin, id, one), link(team.admin, second, two)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await team.admin.delete(`${accountsPath}${account}/`);
  });

  it('stays with the profile from which it was begun', async () => {
    const dialog = await telegram.converse(team.admin);
    expect(await unlink(team.admin, dialog.id)).toMatchObject({ status: 409 });
  });

  it('rejects users of another company and unknown profiles', async () => {
    const { id } = await stranger();
    const profileId = await profile();
    const other = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
    expect(await link(other, id, profileId)).toMatchObject({ status: 404 });
    expect(await unlink(other, id)).toMatchObject({ status: 404 });
    expect(await link(team.admin, id, 999_999_999)).toMatchObject({ status: 404 });
  });
});
