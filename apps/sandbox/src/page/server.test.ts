import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';

let directory: string;
let sandbox: Sandbox;

const url = (path: string): string => `http://127.0.0.1:${sandbox.ports.http}${path}`;
const page = async (path: string, language = 'en'): Promise<string> =>
  (await fetch(url(path), { headers: { 'accept-language': language } })).text();
const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url(path), { method: 'POST', body: new URLSearchParams(body), headers, redirect: 'manual' });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-page-'));
  sandbox = await startSandbox({
    directory,
    smtpPort: 0,
    imapPort: 0,
    httpPort: 0,
    users: [{ address: 'anna@demo.test', password: 'secret' }],
  });
  const transport = createTransport({
    host: '127.0.0.1',
    port: sandbox.ports.smtp,
    auth: { user: 'anna@demo.test', pass: 'secret' },
  });
  await transport.sendMail({
    messageId: '<one@demo.test>',
    from: '"Анна" <anna@demo.test>',
    to: '"<b>Пётр</b>" <petr@mail.test>',
    subject: 'Вакансия <script>alert(1)</script>',
    text: 'Здравствуйте! <i>x</i>',
    html: '<p>Здравствуйте!</p><script>alert(1)</script>',
  });
  transport.close();
});

afterAll(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

describe('the reading page', () => {
  it('[SEND-009] lists mailboxes and messages in both languages, escaping what people wrote', async () => {
    expect(await page('/')).toContain('petr@mail.test');
    expect(await page('/', 'ru')).toContain('Почта песочницы');
    const folder = await page('/mailbox/petr@mail.test/INBOX', 'ru');
    expect(folder).toContain('Входящие');
    expect(folder).toContain('Вакансия &lt;script&gt;');
    expect(folder).not.toContain('<script>');
    expect(await page('/mailbox/anna@demo.test/Sent')).toContain('Вакансия');
  });

  it('[SEND-009] shows one message as text, source and HTML that can do nothing', async () => {
    expect(await page('/mailbox/petr@mail.test/INBOX/1')).toContain('Здравствуйте! &lt;i&gt;x&lt;/i&gt;');
    expect(await page('/mailbox/petr@mail.test/INBOX/1?view=source')).toContain('Message-ID: &lt;one@demo.test&gt;');
    expect(await page('/mailbox/petr@mail.test/INBOX/1?view=html')).toContain('<iframe sandbox=""');
    const body = await fetch(url('/mailbox/petr@mail.test/INBOX/1/body'));
    expect(body.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('[SEND-009] sends a reply, an absence and a bounce to the sender', async () => {
    const at = '/mailbox/petr@mail.test/INBOX/1/answer';
    expect((await post(at, { kind: 'reply', text: 'Интересно' })).headers.get('location')).toBe(
      '/mailbox/petr%40mail.test/INBOX?sent=anna%40demo.test',
    );
    await post(at, { kind: 'out_of_office', text: '' }, { 'accept-language': 'ru' });
    await post(at, { kind: 'bounce_soft', text: '' });
    const reply = await page('/mailbox/anna@demo.test/INBOX/1?view=source');
    expect(reply).toMatch(/In-Reply-To: &lt;one@demo.test&gt;/);
    expect(reply).toMatch(/References: &lt;one@demo.test&gt;/);
    expect(await page('/mailbox/anna@demo.test/INBOX/2')).toContain('Автоответ: Вакансия');
    expect(await page('/mailbox/anna@demo.test/INBOX/3?view=source')).toMatch(/Status: 4\.2\.2/);
    expect(Object.keys((await (await fetch(url('/control/counts'))).json()) as object)).toEqual(['<one@demo.test>']);
  });

  it('[SEND-009] says what is wrong with an answer, and knows no other message', async () => {
    const empty = await post('/mailbox/petr@mail.test/INBOX/1/answer', { kind: 'reply', text: ' ' });
    expect(empty.status).toBe(400);
    expect(await empty.text()).toContain('Write a text for the reply');
    for (const path of [
      '/mailbox/nobody@mail.test/INBOX',
      '/mailbox/petr@mail.test/Other',
      '/mailbox/petr@mail.test/INBOX/99',
      '/mailbox/petr@mail.test/INBOX/x/body',
    ]) {
      expect((await fetch(url(path))).status).toBe(404);
    }
  });

  it('[SEND-009] answers nobody but this machine', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      request(url('/'), { headers: { host: 'evil.test' } }, (answer) => resolve(answer.statusCode)).end();
    });
    expect(status).toBe(403);
    expect((await post('/mailbox/petr@mail.test/INBOX/1/answer', { kind: 'bounce_hard' }, { origin: 'https://evil.test' })).status).toBe(
      403,
    );
  });

  it('[SEND-009] takes only faults that it knows', async () => {
    expect((await post('/control/faults', { fault: 'temporary' })).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const bad = await fetch(url('/control/faults'), { method: 'POST', headers, body: '{"fault":"nonsense"}' });
    expect(bad.status).toBe(400);
  });
});
