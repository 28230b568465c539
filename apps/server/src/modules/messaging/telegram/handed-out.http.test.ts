import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { edit, react } from '@headwater/sandbox/telegram/world/actions';
import type { Caller } from '../../../../test/installation.ts';
import { messengerFeatures, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const { here, server, team, converse, becomes, answers, attach, say } = await openTelegramDialogs('handed');

async function personalData(caller: Caller, profile: number) {
  const stream = await caller.send({ method: 'GET', url: `/api/v6/profiles/${profile}/personal_data/`, payloadAsStream: true });
  expect(stream.headers['content-type']).toBe('application/zip');
  const chunks: Buffer[] = [];
  for await (const chunk of stream.body) chunks.push(chunk);
  const entries = unzipSync(Buffer.concat(chunks));
  const read = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
  return { read, rows: JSON.parse(read('personal-data.json')).rows };
}

it('[DEC-14] what was written by Telegram is handed out with the person: words of both, earlier ones, reactions and files', async () => {
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
