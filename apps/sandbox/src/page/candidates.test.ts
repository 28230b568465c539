import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';

const sender = { address: 'rita@demo.test', password: 'secret' };
let directory: string;
let sandbox: Sandbox;

const start = () => startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [sender] });
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-candidates-'));
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true, force: true });
});

const control = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`http://127.0.0.1:${sandbox.ports.http}/control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
type Shown = { number: number; to: string; at: string; subject: string; html: string };
const arrivals = async (after = 0): Promise<Shown[]> => (await (await control('GET', `arrivals?after=${after}`)).json()) as Shown[];
const page = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${sandbox.ports.http}${path}`)).text();

async function write(to: string, subject: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.ports.smtp, auth: { user: sender.address, pass: sender.password } });
  await transport.sendMail({ from: sender.address, to, subject, html: `<p>${subject}</p>` });
  transport.close();
}

it('lists sent mail in order of arrival with simulated dates, also after a restart', async () => {
  expect((await control('PUT', 'time', { at: '2026-03-02T09:15:00.000Z' })).status).toBe(204);
  await write('anna@mail.test', 'One');
  await control('PUT', 'time', { at: '2026-03-03T10:00:00.000Z' });
  await write('boris@mail.test', 'Two');
  await control('PUT', 'time', { at: null });
  await write('anna@mail.test', 'Three');
  const before = await arrivals();
  expect(before).toMatchObject([
    { number: 1, to: 'anna@mail.test', at: '2026-03-02T09:15:00.000Z', subject: 'One', html: expect.stringContaining('<p>One</p>') },
    { number: 2, to: 'boris@mail.test', at: '2026-03-03T10:00:00.000Z', subject: 'Two' },
    { number: 3, subject: 'Three' },
  ]);
  expect(Math.abs(Date.parse(before[2]?.at ?? '') - Date.now())).toBeLessThan(60_000);
  await sandbox.stop();
  sandbox = await start();
  expect(await arrivals()).toEqual(before);
  expect((await arrivals(2)).map(({ number }) => number)).toEqual([3]);
});

it('answers once per id, at the simulated time', async () => {
  await write('anna@mail.test', 'A role');
  await control('PUT', 'time', { at: '2026-03-02T09:15:00.000Z' });
  const answer = { number: 1, kind: 'reply', text: 'Gladly', id: '<one@mail.test>' };
  expect((await control('POST', 'answers', answer)).status).toBe(204);
  expect((await control('POST', 'answers', answer)).status).toBe(204);
  const inbox = await page('/mailbox/rita%40demo.test/INBOX');
  expect(inbox.match(/INBOX\/\d+"/g)).toHaveLength(1);
  expect(inbox).toContain('Re: A role');
  expect(await page('/mailbox/rita%40demo.test/INBOX/1?view=source')).toContain('02 Mar 2026 09:15:00');
});

it('rejects unknown messages, answers and dates', async () => {
  await write('anna@mail.test', 'A role');
  expect((await control('POST', 'answers', { number: 2, kind: 'reply' })).status).toBe(400);
  expect((await control('POST', 'answers', { number: 1, kind: 'shout' })).status).toBe(400);
  expect((await control('PUT', 'time', { at: 'soon' })).status).toBe(400);
  expect(await arrivals(7)).toEqual([]);
});
