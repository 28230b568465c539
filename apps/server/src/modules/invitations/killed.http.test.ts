import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';

/** Letters that were taken, and whether one is left without an answer at its last line, as where a server hangs. */
const taken: string[] = [];
let isHanging = true;
let hung = 0;

/** As much of SMTP as a letter needs. */
async function receive(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 here');
  let letter: string[] | undefined;
  for await (const line of createInterface(socket)) {
    if (letter && line !== '.') letter.push(line);
    else if (letter && isHanging) hung += 1;
    else if (letter) {
      taken.push(letter.join('\n'));
      letter = undefined;
      say('250 taken');
    } else if (line === 'DATA') {
      letter = [];
      say('354 go on');
    } else say(line === 'QUIT' ? '221 bye' : '250 ok');
  }
}

const server = createServer((socket) => void receive(socket).catch(() => undefined)).listen(0, '127.0.0.1');
await once(server, 'listening');
const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
const here = useInstallation({ HEADWATER_SMTP_URL: smtpUrl });

let child: ChildProcess | undefined;
let worker: { stop(): Promise<void> } | undefined;
afterAll(async () => {
  child?.kill('SIGKILL');
  await worker?.stop();
  server.close();
});

function startProcess(): ChildProcess {
  const entry = fileURLToPath(new URL('../../../test/worker-process.ts', import.meta.url));
  return spawn(process.execPath, ['--conditions=source', '--import', 'tsx', entry, here.databaseUrl], {
    stdio: 'inherit',
    env: { ...process.env, HEADWATER_DATA_DIR: dirname(here.filesFolder), HEADWATER_DEMO: 'off', HEADWATER_SMTP_URL: smtpUrl },
  });
}

it(
  '[EMP-081] the letter of an invitation arrives although the process that sends it is killed, and opens the account',
  { timeout: 60_000 },
  async () => {
    const admin = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const email = 'killed@invited.test';
    expect((await admin.post('/api/v6/invitations/', { email, role: 'worker', language: 'en' })).status).toBe(200);
    child = startProcess();
    await vi.waitFor(() => expect(hung).toBe(1), { timeout: 30_000, interval: 50 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    isHanging = false;
    expect(taken).toEqual([]);
    worker = await here.application.startWorker();
    await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 30_000, interval: 100 });
    const text = (taken[0] ?? '').replaceAll(/=\n/g, '');
    expect(text).toContain(`To: ${email}`);
    const key = /accept-invite\/([\w-]+)/.exec(text)?.[1] ?? '';
    expect((await here.visitor().get(`/api/v6/invitations/${key}`)).body).toMatchObject({ email });
    // Sent, so that it waits no longer.
    await vi.waitFor(async () => expect(await here.systemEmailsTo(email)).toEqual([]), { timeout: 10_000 });
    expect(taken).toHaveLength(1);
  },
);
