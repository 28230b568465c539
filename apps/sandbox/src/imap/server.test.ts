import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFaults } from '../mail/faults.ts';
import { openMailStore, type MailStore } from '../mail/store.ts';
import type { RunningServer } from '../mail/smtp.ts';
import { startImap } from './server.ts';

const USER = { address: 'anna@demo.test', password: 'пароль "x"' };
const RAW = Buffer.from('Message-ID: <one@t>\r\nSubject: Hi\r\nFrom: Petr\r\n <petr@t>\r\n\r\nBody\r\n');

let directory: string;
let store: MailStore;
let server: RunningServer;
let socket: Socket;
let received = '';

/** Sends text and waits for the given end of the response. */
async function say(text: string, until: string): Promise<string> {
  received = '';
  socket.write(text);
  while (!received.includes(until)) await once(socket, 'data');
  return received;
}

const deliver = (): Promise<unknown> =>
  store.put({
    raw: RAW,
    via: 'smtp',
    envelope: { from: 'petr@t', to: [USER.address] },
    places: [{ mailbox: USER.address, folder: 'INBOX', flags: [] }],
  });

const signIn = (): Promise<string> =>
  say(`a AUTHENTICATE PLAIN ${Buffer.from(`\0${USER.address}\0${USER.password}`).toString('base64')}\r\n`, 'a OK');

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-imap-'));
  store = await openMailStore(directory);
  await deliver();
  server = await startImap({ port: 0, store, faults: createFaults(), users: [USER] });
  socket = connect(server.port, '127.0.0.1');
  socket.on('data', (chunk) => (received += chunk.toString()));
  await once(socket, 'data');
});

afterEach(async () => {
  socket.destroy();
  await server.stop();
  await store.close();
  await rm(directory, { recursive: true });
});

describe('IMAP server', () => {
  it('[SEND-009] accepts a quoted or literal password, and rejects others', async () => {
    expect(await say('1 SELECT INBOX\r\n', '1 ')).toContain('1 NO [AUTHENTICATIONFAILED]');
    expect(await say(`2 LOGIN ${USER.address} wrong\r\n`, '2 ')).toContain('2 NO [AUTHENTICATIONFAILED]');
    expect(await say(`3 LOGIN ${USER.address} {${Buffer.byteLength(USER.password)}}\r\n`, '+ ')).toContain('+ Ready');
    expect(await say(`${USER.password}\r\n`, '3 ')).toContain('3 OK');
  });

  it('[SEND-009] lists its folders and their special use', async () => {
    await signIn();
    const listed = await say('1 LIST "" "*"\r\n', '1 OK');
    expect(listed).toContain('* LIST (\\HasNoChildren \\Sent) "/" "Sent"');
    expect(await say('2 STATUS INBOX (MESSAGES UIDNEXT UNSEEN)\r\n', '2 OK')).toContain('* STATUS "INBOX" (MESSAGES 1 UIDNEXT 2 UNSEEN 1)');
    expect(await say('3 SELECT Nothing\r\n', '3 ')).toContain('3 NO [NONEXISTENT]');
  });

  it('[SEND-009] fetches headers, sections and parts, and sets \\Seen for those', async () => {
    await signIn();
    await say('1 SELECT INBOX\r\n', '1 OK');
    const fields = await say('2 UID FETCH 1 (FLAGS BODY.PEEK[HEADER.FIELDS (FROM)])\r\n', '2 OK');
    expect(fields).toContain('FLAGS () BODY[HEADER.FIELDS (FROM)] {25}\r\nFrom: Petr\r\n <petr@t>\r\n\r\n)');
    expect(await say('3 FETCH 1 BODY.PEEK[]<0.10>\r\n', '3 OK')).toContain('BODY[]<0> {10}\r\nMessage-ID)');
    expect(await say('4 FETCH 1 BODY[TEXT]\r\n', '4 OK')).toContain('{6}\r\nBody\r\n)');
    expect(await say('5 FETCH 1 FLAGS\r\n', '5 OK')).toContain('FLAGS (\\Seen)');
  });

  it('[SEND-009] searches by header, number, flag and day', async () => {
    await signIn();
    await deliver();
    await say('1 SELECT INBOX\r\n', '1 OK');
    expect(await say('2 UID SEARCH HEADER Message-ID "<one@t>"\r\n', '2 OK')).toContain('* SEARCH 1 2\r\n');
    expect(await say('3 SEARCH NOT UID 1 UNSEEN FROM petr SINCE 1-Jan-2020\r\n', '3 OK')).toContain('* SEARCH 2\r\n');
    expect(await say('4 SEARCH OR (SUBJECT none) BEFORE 1-Jan-2020\r\n', '4 OK')).toContain('* SEARCH\r\n');
    expect(await say('5 SEARCH MODSEQ 1\r\n', '5 ')).toContain('5 BAD Search by MODSEQ is not spoken here');
  });

  it('[SEND-009] appends, flags and removes', async () => {
    await signIn();
    await say('1 SELECT Sent\r\n', '1 OK');
    expect(await say('2 APPEND Sent (\\Seen) {5+}\r\nA: b\r\n\r\n', '2 ')).toMatch(/2 OK \[APPENDUID \d+ 1\]/);
    expect(await say('3 STORE 1 +FLAGS (\\Deleted)\r\n', '3 OK')).toContain('FLAGS (\\Seen \\Deleted)');
    expect(await say('4 EXPUNGE\r\n', '4 OK')).toContain('* 1 EXPUNGE');
    expect(await say('5 FETCH 1 FLAGS\r\n', '5 ')).not.toContain('FETCH (');
  });

  it('[SEND-009] reports new mail during IDLE, and disconnects after a renumbering', async () => {
    await signIn();
    await say('1 SELECT INBOX\r\n', '1 OK');
    await say('2 IDLE\r\n', '+ idling');
    received = '';
    await deliver();
    while (!received.includes('* 2 EXISTS')) await once(socket, 'data');
    expect(await say('DONE\r\n', '2 OK')).toContain('2 OK');
    await store.renumber({ mailbox: USER.address, folder: 'INBOX' });
    expect(await say('3 NOOP\r\n', '* BYE')).toContain('* BYE');
  });

  it('[SEND-009] shows new messages only after the next command', async () => {
    await signIn();
    await say('1 SELECT INBOX\r\n', '1 OK');
    await deliver();
    const first = await say('2 UID SEARCH UID 1:*\r\n', '2 OK');
    expect(first).toContain('* SEARCH 1\r\n');
    expect(first).toContain('* 2 EXISTS\r\n');
    expect(await say('3 UID SEARCH UID 1:*\r\n', '3 OK')).toContain('* SEARCH 1 2\r\n');
  });

  it('[SEND-009] answers BAD to an invalid command and continues', async () => {
    expect(await say('1 NONSENSE\r\n', '1 ')).toContain('1 BAD');
    expect(await say('2 LOGIN "open\r\n', 'BAD')).toContain('BAD');
    expect(await say('3 NOOP\r\n', '3 ')).toContain('3 OK');
  });
});
