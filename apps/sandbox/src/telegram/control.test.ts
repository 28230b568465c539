import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TelegramClient } from '@mtcute/core/client.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { type Telegram } from './server.ts';
import { connectClient } from './testing/client.ts';
import { signIn } from './testing/sign-in.ts';

let directory: string;
let sandbox: Sandbox;
let telegram: Telegram;
let client: TelegramClient;
const clients: TelegramClient[] = [];
const PHONE = '79005550001';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'telegram-'));
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [], telegramPort: 0 });
  if (!sandbox.telegram) throw new Error('No Telegram');
  telegram = sandbox.telegram;
  client = connectClient(telegram);
  clients.push(client);
  await signIn(telegram, client, { phone: `+${PHONE}` });
});

afterEach(() => telegram.world.faults.clear());

afterAll(async () => {
  await Promise.all(clients.map((one) => one.destroy()));
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${sandbox.ports.http}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

const freeze = (frozen: boolean) => call('POST', `/control/telegram/accounts/${PHONE}/freeze`, { frozen });

const page = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${sandbox.ports.http}${path}`, { redirect: 'manual', ...init });
  return { status: answer.status, text: await answer.text() };
};

describe('control API', () => {
  it('returns the client configuration and the sent codes', async () => {
    const { body } = await call('GET', '/control/telegram');
    expect(body).toMatchObject({
      host: '127.0.0.1',
      port: telegram.port,
      api_id: telegram.application.id,
      api_hash: telegram.application.hash,
    });
    expect((body as { public_key: string }).public_key).toMatch(/^-----BEGIN RSA PUBLIC KEY-----/);
    const codes = await call('GET', `/control/telegram/codes?phone=%2B${PHONE}`);
    expect(codes.body).toEqual([expect.objectContaining({ phone: PHONE, way: 'sms', code: expect.stringMatching(/^\d{5}$/) })]);
  });

  it('shows received messages, and answers, reads, renames and blocks for a person', async () => {
    const received: string[] = [];
    client.onNewMessage.add(({ text }) => void received.push(text));
    client.onHistoryRead.add(({ maxReadId, isOutbox }) => void (isOutbox && received.push(`read to ${maxReadId}`)));
    const sent = await client.sendText('maria_sokolova', 'Hello 🙂 שלום');
    const messages = '/control/telegram/people/maria_sokolova/messages';
    expect((await call('GET', messages)).body).toEqual([
      expect.objectContaining({ phone: PHONE, out: false, text: 'Hello 🙂 שלום', read: false, random_id: expect.stringMatching(/^\d+$/) }),
    ]);
    const about = (action: string, body: object) =>
      call('POST', `/control/telegram/people/maria_sokolova/${action}`, { phone: `+${PHONE}`, ...body });
    expect((await about('read', { max_id: 'all' })).status).toBe(400);
    expect((await about('read', {})).status).toBe(204);
    const base64 = Buffer.from('A résumé').toString('base64');
    expect((await about('reply', { text: 'Yes', file: { name: 'cv.txt', mime_type: 'text/plain', base64 } })).status).toBe(201);
    await expect.poll(() => received).toEqual([`read to ${sent.id}`, 'Yes']);
    expect((await about('block', { blocked: true })).status).toBe(204);
    await expect(client.sendText('maria_sokolova', 'Again')).rejects.toMatchObject({ text: 'USER_IS_BLOCKED' });
    await about('block', { blocked: false });
    await expect(client.sendText('maria_sokolova', 'Again')).resolves.toMatchObject({ text: 'Again' });
    expect((await about('rename', { username: 'maria_k' })).status).toBe(204);
    await expect(client.call({ _: 'contacts.resolveUsername', username: 'maria_sokolova' })).rejects.toMatchObject({
      text: 'USERNAME_NOT_OCCUPIED',
    });
    expect((await call('GET', messages)).status).toBe(404);
    expect((await call('POST', '/control/telegram/people/maria_k/reply', { phone: PHONE })).status).toBe(400);
  });

  it('edits, deletes and replies for a person, and the client receives it, also after a disconnect', async () => {
    const received: string[] = [];
    client.onEditMessage.add(({ text, editDate }) => void received.push(`${text}, ${editDate === null ? 'not ' : ''}edited`));
    client.onDeleteMessage.add(({ messageIds }) => void received.push(`deleted ${messageIds.length}`));
    client.onNewMessage.add(({ text, replyToMessage }) => void received.push(`${text}, answers ${replyToMessage?.id ?? 'nothing'}`));
    const sent = await client.sendText('olga_titova', 'Salary?');
    const onPhone = async () => (await call('GET', '/control/telegram/people/olga_titova/messages')).body as { id: number; text: string }[];
    const about = (action: string, body: object) => call('POST', `/control/telegram/people/olga_titova/${action}`, body);
    const [asked] = await onPhone();
    await about('reply', { phone: `+${PHONE}`, text: '300', reply_to: asked?.id });
    const replyId = (await onPhone()).at(-1)?.id;
    expect((await about('edit', { id: replyId, text: '350' })).status).toBe(204);
    await expect.poll(() => received).toEqual([`300, answers ${sent.id}`, '350, edited']);
    await call('POST', `/control/telegram/accounts/${PHONE}/cut`);
    expect((await about('delete', { id: replyId })).status).toBe(204);
    await expect.poll(() => received, { timeout: 10_000 }).toContain('deleted 1');
    expect((await about('edit', { id: replyId, text: 'Gone' })).status).toBe(400);
    expect((await about('edit', { id: asked?.id, text: 'Not theirs' })).status).toBe(400);
    expect((await about('delete', { id: replyId })).status).toBe(400);
    await client.sendText('olga_titova', 'In answer', { replyTo: sent.id });
    expect((await onPhone()).at(-1)).toMatchObject({ text: 'In answer', reply_to: asked?.id });
  });

  it('adds a reaction for a person, by request and by the buttons of the phone', async () => {
    const { world } = telegram;
    const sent = await client.sendText('ira_belkina', 'Hello');
    const owner = world.people.byPhone(PHONE)?.id ?? 0;
    const [{ id } = { id: 0 }] = (await call('GET', '/control/telegram/people/ira_belkina/messages')).body as { id: number }[];
    const react = (body: object) => call('POST', '/control/telegram/people/ira_belkina/react', body);
    const below = async () => (await client.getMessages('ira_belkina', sent.id))[0]?.reactions?.reactions.map(({ emoji }) => emoji) ?? [];
    expect((await react({ id, emoji: '👍' })).status).toBe(204);
    expect(await below()).toEqual(['👍']);
    expect([(await react({ id, emoji: 'a'.repeat(40) })).status, (await react({ id: 999, emoji: '👍' })).status]).toEqual([400, 400]);
    const press = (emoji: string) =>
      page(`/telegram/ira_belkina/${owner}/${id}/react`, { method: 'POST', body: new URLSearchParams({ text: emoji }) });
    expect((await press('🔥')).status).toBe(303);
    expect(await below()).toEqual(['🔥']);
    expect((await page(`/telegram/ira_belkina/${owner}`)).text).toMatch(/value="🔥"\s+aria-pressed="true"/);
    await press('🔥');
    await press('<b>');
    expect(await below()).toEqual([]);
  });

  it('edits and deletes messages by the buttons of the phone', async () => {
    const { world } = telegram;
    await client.sendText('lev_gromov', 'Hello');
    const owner = world.people.byPhone(PHONE)?.id ?? 0;
    await page(`/telegram/lev_gromov/${owner}/reply`, { method: 'POST', body: new URLSearchParams({ text: 'Hi <b>' }) });
    const box = world.boxes.of(world.people.byUsername('lev_gromov')?.id ?? 0);
    const id = box.dialogs.get(owner)?.ids.at(-1) ?? 0;
    const at = `/telegram/lev_gromov/${owner}/${id}`;
    expect((await page(`${at}/edit`, { method: 'POST', body: new URLSearchParams({ text: 'Good day <i>' }) })).status).toBe(303);
    const shown = (await page(`/telegram/lev_gromov/${owner}`)).text;
    expect(shown).toContain('Good day &lt;i&gt;');
    expect(shown).toContain('edited');
    expect((await page(`${at}/delete`, { method: 'POST', body: new URLSearchParams() })).status).toBe(303);
    expect((await page(`/telegram/lev_gromov/${owner}`)).text).not.toContain('Good day');
  });

  it.each([
    ['FLOOD_WAIT_30', 420],
    ['PEER_FLOOD', 400],
    ['USER_PRIVACY_RESTRICTED', 403],
    ['PREMIUM_ACCOUNT_REQUIRED', 403],
    ['ALLOW_PAYMENT_REQUIRED_50', 403],
    ['FROZEN_METHOD_INVALID', 420],
    ['INTERNAL', 500],
  ])('fails the next call with %s', async (error, code) => {
    expect((await call('POST', '/control/telegram/faults', { method: 'messages.sendMessage', phone: `+${PHONE}`, error })).status).toBe(
      201,
    );
    const sending = client.sendText('nina_belova', 'Hello');
    await expect(sending).rejects.toMatchObject({ text: error.replace('30', '%d'), code });
    expect((await call('GET', '/control/telegram/faults')).body).toEqual([]);
  });

  it('freezes an account, which can read and receive only, and unfreezes it', async () => {
    const freezeKeys = async () => {
      const answer = await client.call({ _: 'help.getAppConfig', hash: 0 });
      return answer._ === 'help.appConfig' && answer.config._ === 'jsonObject' ? answer.config.value.map(({ key }) => key) : [];
    };
    await client.sendText('rita_frolova', 'Before');
    expect((await freeze(true)).status).toBe(204);
    await expect(client.sendText('rita_frolova', 'Frozen')).rejects.toMatchObject({ text: 'FROZEN_METHOD_INVALID', code: 420 });
    await expect(client.getHistory('rita_frolova')).resolves.toHaveLength(1);
    expect(await freezeKeys()).toEqual(['freeze_since_date', 'freeze_until_date', 'freeze_appeal_url']);
    await freeze(false);
    await expect(client.sendText('rita_frolova', 'After')).resolves.toMatchObject({ text: 'After' });
    expect(await freezeKeys()).toEqual([]);
  });

  it('requires Stars for messages to a person who demands them', async () => {
    await expect(client.sendText('vera_rich_stars', 'Hello')).rejects.toMatchObject({ text: 'ALLOW_PAYMENT_REQUIRED_50', code: 403 });
  });

  it('rejects unknown faults', async () => {
    expect((await call('POST', '/control/telegram/faults', { method: 'messages.unknown' })).status).toBe(400);
    expect((await call('POST', '/control/telegram/faults', { method: '*', fate: 'eaten' })).status).toBe(400);
    expect((await call('POST', '/control/telegram/faults', { method: '*', error: 'nonsense' })).status).toBe(400);
    const form = await page('/control/telegram/faults', { method: 'POST', body: new URLSearchParams({ method: '*' }) });
    expect(form.status).toBe(400);
  });

  it('closes a connection, and the client catches up after it reconnects', async () => {
    const received: string[] = [];
    client.onNewMessage.add(({ text }) => void received.push(text));
    await client.sendText('pavel_orlov', 'Hello');
    expect((await call('POST', `/control/telegram/accounts/${PHONE}/cut`)).body).toEqual({ cut: 1 });
    await call('POST', '/control/telegram/people/pavel_orlov/reply', { phone: PHONE, text: 'While you were away' });
    await expect.poll(() => received, { timeout: 8000 }).toContain('While you were away');
  });

  it('ends a session, and the client is signed out', async () => {
    const other = connectClient(telegram);
    clients.push(other);
    await signIn(telegram, other, { phone: '+79005550002' });
    const { authorizations } = await other.call({ _: 'account.getAuthorizations' });
    expect(authorizations).toEqual([expect.objectContaining({ current: true, deviceModel: 'mtcute on Test' })]);
    expect((await call('POST', '/control/telegram/accounts/+79005550002/terminate')).body).toEqual({ terminated: 1 });
    await expect(other.call({ _: 'updates.getState' })).rejects.toMatchObject({ text: 'AUTH_KEY_UNREGISTERED', code: 401 });
  });

  it('sets a two-step password', async () => {
    await call('POST', '/control/telegram/accounts/+79005550002/password', { password: 'пароль', hint: 'a word' });
    const other = connectClient(telegram);
    clients.push(other);
    await expect(signIn(telegram, other, { phone: '+79005550002', password: 'пароль' })).resolves.toMatchObject({
      phoneNumber: '79005550002',
    });
  });
});

describe('Telegram page', () => {
  it('shows codes, people and dialogs, and sends the typed text', async () => {
    await client.sendText('olga_sidorova', 'A <b>job</b> for you');
    const overview = await page('/telegram', { headers: { 'accept-language': 'ru' } });
    expect(overview.text).toContain('Telegram песочницы');
    expect(overview.text).toContain('olga_sidorova');
    expect((await page('/')).text).toContain('href="/telegram"');
    const person = telegram.world.people.byUsername('olga_sidorova');
    const account = telegram.world.people.byPhone(PHONE);
    const path = `/telegram/olga_sidorova/${account?.id}`;
    expect((await page(path)).text).toContain('A &lt;b&gt;job&lt;/b&gt; for you');
    const form = new FormData();
    form.set('text', 'Tell me more');
    form.set('file', new File(['A résumé'], 'резюме.pdf', { type: 'application/pdf' }));
    expect((await page(`${path}/reply`, { method: 'POST', body: form })).status).toBe(303);
    const [last] = await client.getHistory('olga_sidorova', { limit: 1 });
    expect(last).toMatchObject({ text: 'Tell me more', media: { fileName: 'резюме.pdf' } });
    expect((await page(path)).text).toContain(`${path}/files/2`);
    expect((await page(`${path}/files/2`)).text).toBe('A résumé');
    expect((await page(`${path}/reply`, { method: 'POST', body: new FormData() })).status).toBe(400);
    const broken = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nnonsense' };
    expect((await page(`${path}/reply`, broken)).status).toBe(400);
    expect((await page(`${path}/block`, { method: 'POST' })).status).toBe(303);
    expect(person && account && telegram.world.boxes.of(person.id).dialogs.get(account.id)?.isBlocked).toBe(true);
    expect((await page('/telegram/nobody_here')).status).toBe(404);
  });
});

describe('special usernames', () => {
  it.each([
    ['anna_missing', 'USERNAME_NOT_OCCUPIED'],
    ['a b', 'USERNAME_INVALID'],
  ])('%s: resolving fails with %s', async (username, text) => {
    await expect(client.call({ _: 'contacts.resolveUsername', username })).rejects.toMatchObject({ text });
  });

  it.each([
    ['anna_private', 'USER_PRIVACY_RESTRICTED'],
    ['anna_blocked', 'USER_IS_BLOCKED'],
    ['anna_premium', 'PRIVACY_PREMIUM_REQUIRED'],
    ['anna_deleted', 'INPUT_USER_DEACTIVATED'],
    ['anna_flood', 'PEER_FLOOD'],
  ])('%s: sending fails with %s', async (username, text) => {
    await expect(client.sendText(username, 'Hello')).rejects.toMatchObject({ text });
  });

  it('_renamed changes its name after the first message, and stays reachable in the dialog', async () => {
    const peer = await client.resolvePeer('anna_renamed');
    await client.sendText(peer, 'Hello');
    await expect(client.call({ _: 'contacts.resolveUsername', username: 'anna_renamed' })).rejects.toMatchObject({
      text: 'USERNAME_NOT_OCCUPIED',
    });
    await expect(client.sendText(peer, 'Still you?')).resolves.toMatchObject({ text: 'Still you?' });
    expect(telegram.world.people.byUsername('anna_new')?.firstName).toBe('Anna');
  });

  it('limit texts to 4,096 characters', async () => {
    await expect(client.sendText('longreader', 'ж'.repeat(4096))).resolves.toMatchObject({ text: 'ж'.repeat(4096) });
    await expect(client.sendText('longreader', 'ж'.repeat(4097))).rejects.toMatchObject({ text: 'MESSAGE_TOO_LONG' });
    await expect(client.sendText('longreader', ' \n')).rejects.toMatchObject({ text: 'MESSAGE_EMPTY' });
  });
});
