import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { reply } from '@headwater/sandbox/telegram/candidate';
import { dialogsPath, openTelegramDialogs, pdf, type SaidMessage } from '../../../../test/telegram-dialogs.ts';
import { poll } from '../../../../test/settled.ts';

const telegram = await openTelegramDialogs('types', { language: 'en' });
const { server, team } = telegram;

let dialog: { id: number; username: string };

beforeAll(async () => {
  dialog = await telegram.converse(team.admin);
}, 60_000);

const resume = (name: string) => readFileSync(new URL(`../../../../test/resumes/${name}`, import.meta.url));
const picture = (base64: string) => Buffer.from(base64, 'base64');
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0'), Buffer.alloc(20)]);
const spreadsheet = zipSync({
  mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
  'content.xml': strToU8('<office:document-content/>'),
});

/** All attachment types, listed independently of the code. */
const taken: [string, Uint8Array][] = [
  ['doc', resume('richard-legacy.doc')],
  ['docx', resume('richard-twocol-table.docx')],
  ['pdf', pdf(100)],
  ['odt', resume('richard-single.odt')],
  ['csv', Buffer.from('name,city\nVera,Kazan\n')],
  ['ods', spreadsheet],
  ['rtf', resume('ru-kuznetsov-hh.rtf')],
  ['txt', Buffer.from('Здравствуйте')],
  ['jpg', jpeg],
  ['jpeg', jpeg],
  ['gif', picture('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')],
  ['png', picture('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==')],
  ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['zip', zipSync({ 'cv.txt': strToU8('Vera') })],
];
const refused: [string, Uint8Array][] = [
  ['cv.exe', Buffer.from('MZ')],
  ['cv.html', Buffer.from('<html></html>')],
  ['cv.js', Buffer.from('alert(1)')],
  ['cv.mp4', Buffer.from('\0\0\0\u0018ftypmp42')],
  ['cv.xlsx', spreadsheet],
  ['cv.pdf.exe', pdf(100)],
  ['cv', pdf(100)],
];

/** The candidate sends a file; returns the message once its file is settled. */
async function receive(name: string, bytes: Uint8Array): Promise<SaidMessage | undefined> {
  const [from, to] = [server.personOf(dialog.username), server.ownerOf(team.phone)];
  await reply(server.world, { from, to, text: `Here is ${name}`, file: { name, mimeType: 'application/octet-stream', bytes } });
  const state = async () => {
    const message = await telegram.last(team.admin, dialog.id);
    return message?.message === `Here is ${name}` ? message.attachments[0]?.state : undefined;
  };
  await poll(state).toMatch(/^(?!loading)/);
  return telegram.last(team.admin, dialog.id);
}
const download = (message: SaidMessage | undefined) =>
  team.admin.get(`${dialogsPath}${dialog.id}/download_attachment/?message_id=${message?.message_id}`);
const illegal = { status: 400, body: { error: 'illegal_file_type', message: 'Illegal file type', detail: 'Illegal file type' } };

describe('a file', () => {
  it('[TG-059] is of fourteen types', () => {
    expect(taken).toHaveLength(14);
  });

  it.each(taken)('[TG-059] [TG-052] is sent and downloaded as %s', async (type, bytes) => {
    const name = `cv.${type}`;
    const kept = await telegram.attach(team.admin, dialog.id, { name, bytes });
    expect(kept).toMatchObject({ status: 200, body: { name, size: bytes.length } });
    const { body } = await telegram.say(team.admin, dialog.id, { message: `Take ${name}`, attachment_ids: [kept.body.id] });
    await telegram.becomes(team.admin, dialog.id, { state: 'sent', message: `Take ${name}` });
    expect((await download(body)).status).toBe(200);
    const message = await receive(name, bytes);
    expect(message).toMatchObject({ attachments: [{ name, size: bytes.length, state: 'stored' }] });
    const answer = await download(message);
    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(bytes.length)]);
    expect(answer.headers['content-disposition']).toContain(name);
  });

  it.each(refused)('[TG-058] [TG-059] [TG-069] is refused as %s, in both directions', async (name, bytes) => {
    expect(await telegram.attach(team.admin, dialog.id, { name, bytes })).toMatchObject(illegal);
    const message = await receive(name, bytes);
    expect(message).toMatchObject({ attachments: [{ state: 'illegal_file_type' }] });
    expect(await download(message)).toMatchObject(illegal);
  });

  it.each(taken.filter(([type]) => !['txt', 'csv', 'svg'].includes(type)))(
    '[TG-058] [TG-059] is refused as %s if its content has another type',
    async (type) => {
      expect(await telegram.attach(team.admin, dialog.id, { name: `cv.${type}`, bytes: Buffer.from('MZ and no more') })).toMatchObject(
        illegal,
      );
    },
  );
});
