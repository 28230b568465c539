import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Requests to the sender's unsubscribe address. */
const asked: string[] = [];
const sender = createServer((incoming, answer) => {
  let body = '';
  incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
  incoming.on('end', () => {
    asked.push(`${incoming.method} ${incoming.url} ${body}`);
    answer.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve));
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
    html: '<p>Здравствуйте!</p><script>alert(1)</script><img src="cid:dot@demo.test">',
    headers: {
      'List-Unsubscribe': {
        prepared: true,
        value: `<http://127.0.0.1:${(sender.address() as AddressInfo).port}/u?t=1>, <mailto:u@demo.test>`,
      },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: [
      { filename: 'Должность.txt', content: 'Всё о ней' },
      { filename: 'dot.png', content: Buffer.from('89504e47', 'hex'), contentType: 'image/png', cid: 'dot@demo.test' },
    ],
  });
  transport.close();
});

afterAll(async () => {
  sender.close();
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

describe('reading page', () => {
  it('[SEND-009] lists mailboxes and messages in both languages, with escaped user text', async () => {
    expect(await page('/')).toContain('petr@mail.test');
    expect(await page('/', 'ru')).toContain('Почта песочницы');
    const folder = await page('/mailbox/petr@mail.test/INBOX', 'ru');
    expect(folder).toContain('Входящие');
    expect(folder).toContain('Вакансия &lt;script&gt;');
    expect(folder).not.toContain('<script>');
    expect(await page('/mailbox/anna@demo.test/Sent')).toContain('Вакансия');
  });

  it('[SEND-009] shows a message as text, source and inert HTML', async () => {
    expect(await page('/mailbox/petr@mail.test/INBOX/1?view=text')).toContain('Здравствуйте! &lt;i&gt;x&lt;/i&gt;');
    expect(await page('/mailbox/petr@mail.test/INBOX/1?view=source')).toContain('Message-ID: &lt;one@demo.test&gt;');
    expect(await page('/mailbox/petr@mail.test/INBOX/1?view=html')).toContain(
      '<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"',
    );
    const body = await fetch(url('/mailbox/petr@mail.test/INBOX/1/body'));
    expect(body.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; /,
    );
    // Links open outside the frame, and embedded images load from the message.
    expect(await body.text()).toMatch(/^<base target="_blank">.*<img src="data:image\/png;base64,iVBORw==">/s);
  });

  it('[SEND-009] simulates the reader: opens with images, files, the unsubscribe button, a complaint', async () => {
    const at = '/mailbox/petr@mail.test/INBOX/1';
    expect(await page(at)).toContain('Show pictures');
    const open = await fetch(url(`${at}/body?pictures=1`));
    expect(open.headers.get('content-security-policy')).toContain('img-src data: http: https:');
    expect(await page(at)).toContain('Должность.txt');
    const file = await fetch(url(`${at}/attachments/1`));
    expect(await file.text()).toBe('Всё о ней');
    expect([file.headers.get('content-disposition'), file.headers.get('content-type')]).toEqual([
      `attachment; filename*=UTF-8''${encodeURIComponent('Должность.txt')}`,
      'application/octet-stream',
    ]);
    for (const index of ['9', '-1', 'x', '__proto__']) expect((await fetch(url(`${at}/attachments/${index}`))).status).toBe(404);
    const left = await post(`${at}/unsubscribe`, {});
    expect(left.headers.get('location')).toBe('/mailbox/petr%40mail.test/INBOX/1?unsubscribed=yes');
    expect(asked).toEqual(['POST /u?t=1 List-Unsubscribe=One-Click']);
    expect(await page('/mailbox/petr@mail.test/INBOX/1?unsubscribed=yes', 'ru')).toContain('Отправитель принял отписку');
    await post(`${at}/answer`, { kind: 'complaint', text: '' });
    const complaint = await page('/mailbox/anna@demo.test/INBOX/1?view=source');
    expect(complaint).toMatch(/report-type=feedback-report/);
    expect(complaint).toMatch(/Feedback-Type: abuse[^]*Message-ID: &lt;one@demo.test&gt;/);
  });

  it('[SEND-009] sends a reply, an out-of-office message and a bounce to the sender', async () => {
    const at = '/mailbox/petr@mail.test/INBOX/1/answer';
    expect((await post(at, { kind: 'reply', text: 'Интересно' })).headers.get('location')).toBe(
      '/mailbox/petr%40mail.test/INBOX?sent=anna%40demo.test',
    );
    await post(at, { kind: 'out_of_office', text: '' }, { 'accept-language': 'ru' });
    await post(at, { kind: 'bounce_soft', text: '' });
    const reply = await page('/mailbox/anna@demo.test/INBOX/2?view=source');
    expect(reply).toMatch(/In-Reply-To: &lt;one@demo.test&gt;/);
    expect(reply).toMatch(/References: &lt;one@demo.test&gt;/);
    expect(await page('/mailbox/anna@demo.test/INBOX/3')).toContain('Автоответ: Вакансия');
    expect(await page('/mailbox/anna@demo.test/INBOX/4?view=source')).toMatch(/Status: 4\.2\.2/);
    expect(Object.keys((await (await fetch(url('/control/counts'))).json()) as object)).toEqual(['<one@demo.test>']);
  });

  it('[SEND-009] reports an invalid answer, and answers 404 for other messages', async () => {
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

  it('[SEND-009] accepts requests from this machine only', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      request(url('/'), { headers: { host: 'evil.test' } }, (answer) => resolve(answer.statusCode)).end();
    });
    expect(status).toBe(403);
    expect((await post('/mailbox/petr@mail.test/INBOX/1/answer', { kind: 'bounce_hard' }, { origin: 'https://evil.test' })).status).toBe(
      403,
    );
  });

  it('[SEND-009] rejects unknown faults', async () => {
    expect((await post('/control/faults', { fault: 'temporary' })).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const bad = await fetch(url('/control/faults'), { method: 'POST', headers, body: '{"fault":"nonsense"}' });
    expect(bad.status).toBe(400);
  });
});
