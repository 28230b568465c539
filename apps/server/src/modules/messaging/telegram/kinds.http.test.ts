import { beforeAll, expect, it } from 'vitest';
import { type Attached, reply } from '@headwater/sandbox/telegram/candidate';
import { edit } from '@headwater/sandbox/telegram/world/actions';
import { dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { until } from '../../../../test/settled.ts';

const { here, server, team, converse, becomes, say } = await openTelegramDialogs('kinds');

let dialog: { id: number; username: string };

beforeAll(async () => {
  dialog = await converse(team.admin);
}, 60_000);

const answer = (said: Omit<Parameters<typeof reply>[1], 'from' | 'to'>) =>
  reply(server.world, { from: server.personOf(dialog.username), to: server.ownerOf(team.phone), ...said });
const file = (name: string, attributes: NonNullable<Attached['attributes']>): Attached => ({
  name,
  mimeType: 'audio/ogg',
  bytes: Buffer.from('OggS'),
  attributes,
});

it('[TG-055] a voice message, a contact and a location are shown by kind and found by their content', async () => {
  await answer({ text: '', file: file('', [{ _: 'documentAttributeAudio', voice: true, duration: 3 }]) });
  await becomes(team.admin, dialog.id, { kind: 'voice', message: '', attachments: [{ state: 'illegal_file_type' }] });
  await answer({ text: '', other: { kind: 'contact', firstName: 'Вера', lastName: 'Ильина', phone: '79990000001' } });
  await becomes(team.admin, dialog.id, { kind: 'contact', message: 'Вера Ильина, +79990000001', attachments: [] });
  await answer({ text: '', other: { kind: 'location', latitude: 55.75, longitude: 37.5 } });
  await becomes(team.admin, dialog.id, { kind: 'location', message: '55.750000, 37.500000' });
  await answer({ text: 'Words' });
  await becomes(team.admin, dialog.id, { kind: null, message: 'Words' });
  const { body } = await team.admin.get(`${dialogsPath}?search=${encodeURIComponent('Ильина')}`);
  expect(body.results).toMatchObject([{ id: dialog.id, last_message: { kind: null, message: 'Words' } }]);
});

it('[PROF-033] [RSLT-012] a voice message is shown by kind, not by file name, in the activity and in search results', async () => {
  await here.application.search.start();
  const { id, profile, username } = await converse(team.admin);
  const voice = file('', [{ _: 'documentAttributeAudio', voice: true, duration: 3 }]);
  await reply(server.world, { from: server.personOf(username), to: server.ownerOf(team.phone), text: '', file: voice });
  await becomes(team.admin, id, { kind: 'voice' });
  const { events } = (await team.admin.get(`/api/v6/profiles/${profile}/events/`)).body as { events: { kind: string }[] };
  expect(events.filter(({ kind }) => kind.startsWith('telegram'))).toMatchObject([
    { kind: 'telegram_received', telegram_kind: 'voice', text: '' },
    { kind: 'telegram_sent', telegram_kind: null, text: 'Hello' },
  ]);
  const found = async () =>
    ((await team.admin.get('/api/v6/profiles/?per_page=100')).body.profiles as { id: number; dialog: unknown }[]).find(
      (one) => one.id === profile,
    );
  await until(async () => expect(await found()).toMatchObject({ dialog: { id, kind: 'voice', text: '', out: false } }));
});

it('[TG-030] a live location is updated without versions and without reloading earlier pages', async () => {
  const changes = async () => (await team.admin.get(`${dialogsPath}${dialog.id}/messages/`)).body.changes as number;
  const { id } = await answer({ text: '', other: { kind: 'location', latitude: 55.75, longitude: 37.5 } });
  await becomes(team.admin, dialog.id, { kind: 'location', message: '55.750000, 37.500000' });
  const before = await changes();
  expect(edit(server.world, server.personOf(dialog.username).id, { id, text: '55.760000, 37.500000' })).toBe(true);
  await becomes(team.admin, dialog.id, { kind: 'location', message: '55.760000, 37.500000', edited_at: null });
  expect(await changes()).toBe(before);
});

it('a contact named like a request to stop causes no suppression', async () => {
  await answer({ text: '', other: { kind: 'contact', firstName: 'Стоп', lastName: '', phone: '79990000001' } });
  await becomes(team.admin, dialog.id, { kind: 'contact', message: 'Стоп, +79990000001' });
  expect((await say(team.admin, dialog.id, 'Thank you')).status).toBe(200);
  await becomes(team.admin, dialog.id, { state: 'sent', message: 'Thank you' });
  await answer({ text: 'Стоп' });
  await becomes(team.admin, dialog.id, { kind: null, message: 'Стоп' });
  expect(await say(team.admin, dialog.id, 'Still')).toMatchObject({ status: 403, body: { error: 'suppressed' } });
});
