import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMailStore, type MailStore, type Put } from './store.ts';

let directory: string;
let store: MailStore;

const message = (id: string, mailbox = 'Petr@mail.test'): Put => ({
  raw: Buffer.from(`Message-ID: <${id}>\r\nSubject: x\r\n\r\nПривет\r\n`),
  via: 'smtp',
  envelope: { from: 'a@b.test', to: [mailbox] },
  places: [{ mailbox, folder: 'INBOX', flags: [] }],
});

const inbox = { mailbox: 'petr@mail.test', folder: 'INBOX' } as const;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-store-'));
  store = await openMailStore(directory);
});

afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

it('[SEND-009] keeps mail, numbers and counts across a restart', async () => {
  await Promise.all([store.put(message('1@t')), store.put(message('2@t')), store.put(message('2@t'))]);
  await store.setFlags(inbox, 2, ['\\Seen']);
  await store.expunge(inbox, [3]);
  const before = store.folder(inbox);
  await store.close();
  store = await openMailStore(directory);
  const after = store.folder(inbox);
  expect(after).toEqual(before);
  expect(after.nextUid).toBe(4);
  expect(after.messages.map(({ uid, messageId, flags }) => [uid, messageId, flags])).toEqual([
    [1, '<1@t>', []],
    [2, '<2@t>', ['\\Seen']],
  ]);
  expect((await store.raw(after.messages[0]!)).toString()).toContain('Привет');
  expect(store.counts()).toEqual(
    new Map([
      ['<1@t>', 1],
      ['<2@t>', 2],
    ]),
  );
});

it('[SEND-009] drops only the line that a crash tore', async () => {
  await store.put(message('1@t'));
  await store.close();
  await appendFile(join(directory, 'mail.jsonl'), '{"t":"put","at":"2026');
  store = await openMailStore(directory);
  await store.put(message('2@t'));
  expect(store.folder(inbox).messages.map(({ uid }) => uid)).toEqual([1, 2]);
  const lines = (await readFile(join(directory, 'mail.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { t: string }).t)).toEqual(['begin', 'put', 'put']);
});

it('[SEND-009] gives a renumbered folder another UIDVALIDITY', async () => {
  await store.put(message('1@t'));
  await store.put(message('2@t'));
  await store.expunge(inbox, [1]);
  const { uidValidity } = store.folder(inbox);
  let changes = 0;
  const stop = store.onChange(inbox, () => (changes += 1));
  await store.renumber(inbox);
  stop();
  expect(changes).toBe(1);
  expect(store.folder(inbox)).toMatchObject({ uidValidity: uidValidity + 1, nextUid: 2, messages: [{ uid: 1, messageId: '<2@t>' }] });
});

it('[SEND-009] publishes a number only with its message', async () => {
  const pending = [1, 2, 3].map((id) => store.put(message(`${id}@t`)));
  expect(store.folder(inbox)).toMatchObject({ nextUid: 1, messages: [] });
  const observed: [number, number][] = [];
  store.onChange(inbox, () => observed.push([store.folder(inbox).nextUid, store.folder(inbox).messages.length]));
  await Promise.all(pending);
  expect(observed).toEqual([
    [2, 1],
    [3, 2],
    [4, 3],
  ]);
});
