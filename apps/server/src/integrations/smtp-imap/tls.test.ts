import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programOf } from '#platform/program.ts';

const user = 'recruiter@demo.headwater.test';
const password = 'a password';
const tests = join(import.meta.dirname, '../../../test');
const certificate = join(tests, 'tls/mail.cert.pem');

let directory: string;
let sandbox: Sandbox;
const servers: Server[] = [];

/** Starts a TLS proxy for a port of the sandbox, with an untrusted certificate. */
async function withTls(port: number): Promise<number> {
  const [cert, key] = [await readFile(certificate), await readFile(join(tests, 'tls/mail.key.pem'))];
  const server = createServer({ cert, key }, (outside) => {
    const inside = connect(port, '127.0.0.1');
    const end = () => void (outside.destroy(), inside.destroy());
    for (const line of [outside, inside]) line.on('error', end).on('close', end);
    outside.pipe(inside).pipe(outside);
  });
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let ports: { smtp: number; imap: number };
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-tls-'));
  sandbox = await startSandbox({
    directory,
    smtpPort: 0,
    imapPort: 0,
    httpPort: 0,
    users: [{ address: user, password }],
    filesSentMail: true,
  });
  ports = { smtp: await withTls(sandbox.ports.smtp), imap: await withTls(sandbox.ports.imap) };
});
afterAll(async () => {
  for (const server of servers) server.close();
  await sandbox.stop();
  await rm(directory, { recursive: true, force: true });
});

async function use(env: NodeJS.ProcessEnv, messageId: string) {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'tls', user, password });
  const settings = { smtp: server(ports.smtp), imap: server(ports.imap), from: { name: 'Anna', address: user } };
  const to = { name: '', address: 'petr@mail.test' };
  const words = { subject: 'Hello', text: 'Hello', html: null, date: '2026-11-21T09:00:00Z' };
  const message = { messageId, from: settings.from, to, replyTo: null, ...words, inReplyTo: null, references: [], headers: [] };
  const { file, loader } = programOf(new URL('../../../test/mailbox-process.ts', import.meta.url));
  const program = [...loader, fileURLToPath(file)];
  const run = promisify(execFile)(process.execPath, [...program, JSON.stringify(settings), JSON.stringify(message)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined, ...env },
  });
  return JSON.parse((await run).stdout) as unknown;
}

it('[MSET-009] sends and reads through TLS if the machine trusts the authority', async () => {
  expect(await use({ NODE_EXTRA_CA_CERTS: certificate }, '<trusted@demo.headwater.test>')).toMatchObject({
    verified: { ok: true },
    sent: 'accepted',
    found: 'yes',
  });
}, 30_000);

it('[MSET-011] sends no password to a server with an untrusted certificate', async () => {
  expect(await use({}, '<unknown@demo.headwater.test>')).toMatchObject({
    verified: {
      ok: false,
      failures: [
        { server: 'smtp', reason: 'certificate_untrusted' },
        { server: 'imap', reason: 'certificate_untrusted' },
      ],
    },
    sent: 'not tried',
  });
}, 30_000);
