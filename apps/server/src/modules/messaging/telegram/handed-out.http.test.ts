import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { reply } from '@headwater/sandbox/telegram/candidate';
import { edit, react } from '@headwater/sandbox/telegram/world/actions';
import type { Caller } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { dialogsPath, messengerFeatures, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { poll, until } from '../../../../test/settled.ts';

const { here, server, team, addSim, converse, becomes, answers, attach, say } = await openTelegramDialogs('handed');

async function personalData(caller: Caller, profile: number) {
  const stream = await caller.send({ method: 'GET', url: `/api/v6/profiles/${profile}/personal_data/`, payloadAsStream: true });
  expect(stream.headers['content-type']).toBe('application/zip');
  const chunks: Buffer[] = [];
  for await (const chunk of stream.body) chunks.push(chunk);
  const entries = unzipSync(Buffer.concat(chunks));
  const read = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
  return { read, rows: JSON.parse(read('personal-data.json')).rows };
}

it('[DEC-14] exports the Telegram messages of a person: both sides, versions, reactions and files', async () => {
  const [profile = 0] = await addProfiles(here, 1, { companyId: team.company });
  const dialog = await converse(team.admin, { profile });
  const { id, username } = dialog;
  const person = server.personOf(username).id;
  react(server.world, person, { id: server.world.boxes.of(person).lastId, emoji: '👍' });
  await becomes(team.admin, id, { message: 'Hello', reactions: ['👍'] });
  await answers(dialog, 'I want 300');
  edit(server.world, person, { id: server.world.boxes.of(person).lastId, text: 'I want 350' });
  await becomes(team.admin, id, { message: 'I want 350' });
  const { body: file } = await attach(team.admin, id, { name: 'offer.txt', bytes: 'The offer' });
  await say(team.admin, id, { message: 'Here it is', attachment_ids: [file.id] });
  await becomes(team.admin, id, { message: 'Here it is', state: 'sent' });
  const { rows, read } = await personalData(team.admin, profile);
  expect(rows.telegram_dialogs).toMatchObject([{ username }]);
  expect(rows.telegram_messages).toMatchObject([
    { written_by: 'company', text: 'Hello', reactions: ['👍'], earlier_texts: [] },
    { written_by: 'person', text: 'I want 350', earlier_texts: ['I want 300'] },
    { written_by: 'company', text: 'Here it is', file_name: 'offer.txt' },
  ]);
  expect(rows.files).toMatchObject([{ filename: 'offer.txt' }]);
  expect(read(rows.files[0].file)).toBe('The offer');
  expect(read('personal-data.html')).toContain('I want 300');
  expect((await team.admin.get(`/api/v6/profiles/${profile}/erasure/`)).body).toMatchObject({ messages: 3 });
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  expect((await stranger.get(`/api/v6/profiles/${profile}/personal_data/`)).status).toBe(404);
});

it('[DEC-14] exports unlinked dialogs by username, like an erasure', async () => {
  const username = 'handed_stranger_x';
  const contacts = [{ type: 'telegram' as const, value: `@${username}` }];
  const [profile = 0] = await addProfiles(here, 1, { companyId: team.company, input: { contacts } });
  await reply(server.world, { from: server.personOf(username), to: server.ownerOf(team.phone), text: 'It is me' });
  const texts = async () => (await personalData(team.admin, profile)).rows.telegram_messages as { text: string }[];
  await until(async () => expect(await texts()).toMatchObject([{ text: 'It is me' }]));
  // A person with received messages is not idle.
  const old = "now() - interval '800 days'";
  await here.sql(`update profiles set updated_at = ${old} where id = $1`, [profile]);
  await here.sql(`update profile_contacts set created_at = ${old} where profile_id = $1`, [profile]);
  const idle = async () => (await team.admin.get('/api/v6/retention/preview/?months=24')).body.count as number;
  const before = await idle();
  await here.sql(`update telegram_dialogs set last_at = ${old}, created_at = ${old} where lower(username) = $1`, [username]);
  expect(await idle()).toBe(before + 1);
});

it('[DEC-14] keeps a person while Telegram messages continue', async () => {
  const [talking = 0, idle = 0] = await addProfiles(here, 2, { companyId: team.company });
  const people = [talking, idle];
  const { id } = await converse(team.admin, { profile: talking });
  const old = "now() - interval '800 days'";
  await here.sql(`update profiles set updated_at = ${old} where id = any($1)`, [people]);
  await here.sql(`update profile_contacts set created_at = ${old} where profile_id = any($1)`, [people]);
  const idlePeople = async () => (await team.admin.get('/api/v6/retention/preview/?months=24')).body.count as number;
  const before = await idlePeople();
  await here.sql(`update telegram_dialogs set last_at = ${old}, created_at = ${old} where id = $1`, [id]);
  expect(await idlePeople()).toBe(before + 1);
  await here.sql('update telegram_dialogs set last_at = now() where id = $1', [id]);
  expect(await idlePeople()).toBe(before);
});

/**
 * A profile with a username that now belongs to another person, who writes, is linked and unlinked.
 */
async function mistakenFor(username: string) {
  const contacts = [{ type: 'telegram' as const, value: `@${username}` }];
  const [profile = 0] = await addProfiles(here, 1, { companyId: team.company, input: { contacts } });
  const hears = async (text: string, phone: string) => {
    server.writes(username, phone, text);
    const heard = () => here.sql<{ id: number }>('select dialog_id::int as id from messages where body_text = $1', [text]);
    await until(async () => expect(await heard()).toHaveLength(1));
    return (await heard())[0]?.id ?? 0;
  };
  const link = (dialog: number) => good(team.admin.put(`${dialogsPath}${dialog}/profile/`, { profile_id: profile }));
  const unlink = (dialog: number) => good(team.admin.delete(`${dialogsPath}${dialog}/profile/`));
  const dialog = await hears(`I am ${username}`, team.phone);
  await link(dialog);
  await unlink(dialog);
  return { profile, dialog, hears, link, unlink };
}

it('[DEC-14] [TG-029] does not export an unlinked contact who was rejected, unless another dialog is linked', async () => {
  const { profile, hears, link, unlink } = await mistakenFor('handed_ivan_x');
  const said = async (id = profile) => {
    const { rows } = await personalData(team.admin, id);
    return [rows.telegram_dialogs.length, rows.telegram_messages.map(({ text }: { text: string }) => text)];
  };
  expect(await said()).toEqual([0, []]);
  expect((await team.admin.get(`/api/v6/profiles/${profile}/erasure/`)).body).toMatchObject({ messages: 0 });
  const other = await addSim();
  const second = await hears('Ivan again', other.phone);
  expect(await said()).toEqual([0, []]);
  await link(second);
  expect(await said()).toEqual([2, ['I am handed_ivan_x', 'Ivan again']]);
  await unlink(second);
  expect(await said()).toEqual([0, []]);
  // Nor with a person into whom the profile is merged.
  const [stays = 0] = await addProfiles(here, 1, { companyId: team.company });
  await good(team.admin.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, profile] }));
  expect(await said(stays)).toEqual([0, []]);
});

it('[DEC-14] [TG-029] does not keep a person because of a rejected contact, and keeps the contact on erasure', async () => {
  const tasks = await here.application.startSearchTasks();
  try {
    const { profile, dialog } = await mistakenFor('handed_vera_x');
    const old = "now() - interval '800 days'";
    await here.sql(`update profiles set updated_at = ${old} where id = $1`, [profile]);
    await here.sql(`update profile_contacts set created_at = ${old} where profile_id = $1`, [profile]);
    const idle = async () => (await team.admin.get('/api/v6/retention/preview/?months=24')).body.count as number;
    const before = await idle();
    await here.sql(`update telegram_dialogs set last_at = ${old}, created_at = ${old} where id = $1`, [dialog]);
    expect(await idle()).toBe(before);
    server.writes('handed_vera_x', team.phone, 'Stop');
    const address = async () => here.sql(`select address from suppressions where address = 'handed_vera_x@t.me'`);
    await until(async () => expect(await address()).toHaveLength(1));
    await good(team.admin.post(`/api/v6/profiles/${profile}/erasure/`));
    const stages = async () => (await good(team.admin.get('/api/v6/erasures/'))).erasures.map(({ stage }: { stage: string }) => stage);
    await poll(stages, { timeout: 60_000 }).toEqual(['done']);
    expect(await here.sql('select body_text as body from messages where dialog_id = $1 order by id', [dialog])).toEqual([
      { body: 'I am handed_vera_x' },
      { body: 'Stop' },
    ]);
    expect(await here.sql('select from telegram_erased_dialogs')).toEqual([]);
    expect(await address()).toHaveLength(1);
  } finally {
    await tasks.stop();
  }
}, 120_000);

it('[DEC-14] [TG-029] erases a contact with the username of a merged profile, and no contact rejected for it', async () => {
  const tasks = await here.application.startSearchTasks();
  try {
    const { profile, dialog } = await mistakenFor('handed_boris_x');
    const contacts = [{ type: 'telegram' as const, value: '@handed_gleb_x' }];
    const [second = 0] = await addProfiles(here, 1, { companyId: team.company, input: { contacts } });
    server.writes('handed_gleb_x', team.phone, 'I am Gleb');
    const written = () =>
      here.sql<{ body: string }>(`select body_text as body from messages where body_text in ('I am Gleb', 'I am handed_boris_x')`);
    await until(async () => expect(await written()).toHaveLength(2));
    const [stays = 0] = await addProfiles(here, 1, { companyId: team.company });
    for (const part of [profile, second]) await good(team.admin.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, part] }));
    await good(team.admin.post(`/api/v6/profiles/${stays}/erasure/`));
    const stages = async () => (await good(team.admin.get('/api/v6/erasures/'))).erasures.map(({ stage }: { stage: string }) => stage);
    await poll(async () => new Set(await stages()), { timeout: 60_000 }).toEqual(new Set(['done']));
    expect(await here.sql('select from profiles where id = any($1) and deleted_at is null', [[stays, profile, second]])).toEqual([]);
    expect(await written()).toEqual([{ body: 'I am handed_boris_x' }]);
    expect(await here.sql('select id::int as id from telegram_dialogs where id = $1', [dialog])).toEqual([{ id: dialog }]);
  } finally {
    await tasks.stop();
  }
}, 120_000);
