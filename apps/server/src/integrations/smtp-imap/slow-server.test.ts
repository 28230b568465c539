import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Mailbox, OutgoingMail } from '../../modules/messaging/channels/mailbox-port.ts';
import { createSmtpImapProvider } from './provider.ts';

/** Milliseconds per response, and counters. */
const pace = { command: 0, text: 0 };
const received = { texts: 0, begun: 0 };
const sockets = new Set<Socket>();

/** A minimal, slow SMTP server. */
async function serveSmtp(socket: Socket): Promise<void> {
  const say = async (line: string, after = pace.command) => {
    await sleep(after);
    if (!socket.destroyed) socket.write(`${line}\r\n`);
  };
  await say('220 slow');
  let inText = false;
  let rest = '';
  for await (const chunk of socket) {
    const lines = `${rest}${String(chunk)}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (inText && line !== '.') continue;
      if (inText) {
        inText = false;
        received.texts += 1;
        await say('250 kept', pace.text);
      } else if (line === 'DATA') {
        received.begun += 1;
        inText = true;
        await say('354 go on');
      } else await say(line === 'QUIT' ? '221 bye' : '250 ok');
    }
  }
}

let server: Server;
const open: Mailbox[] = [];
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    serveSmtp(socket).catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((mailbox) => mailbox.close()));
  Object.assign(received, { texts: 0, begun: 0 });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function mailboxWith(outgoing: { untilText: number; text: number }): Mailbox {
  const timeouts = { connect: 20_000, greeting: 20_000, answer: 20_000 };
  const { port } = server.address() as AddressInfo;
  const smtp = { host: '127.0.0.1', port, security: 'none' as const, user: '', password: '' };
  const mailbox = createSmtpImapProvider({ onlyLoopback: true, timeouts, sendTimes: outgoing }).open({
    smtp,
    imap: null,
    from: { name: '', address: 'a@slow.test' },
  });
  open.push(mailbox);
  return mailbox;
}

let number = 0;
const outgoing = (): OutgoingMail => ({
  messageId: `<slow-${(number += 1)}@slow.test>`,
  from: { name: '', address: 'a@slow.test' },
  to: { name: '', address: 'b@slow.test' },
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: null,
  date: new Date('2026-11-21T09:00:00Z'),
  inReplyTo: null,
  references: [],
  headers: [],
});

describe('a slow server without long silences', () => {
  it('[SEND-008] receives no text of a message that timed out before DATA', async () => {
    Object.assign(pace, { command: 150, text: 0 });
    const outcome = await mailboxWith({ untilText: 500, text: 1000 }).send(outgoing());
    expect(outcome).toMatchObject({ outcome: 'refused', permanence: 'temporary', reason: 'timeout' });
    await sleep(300);
    expect(received).toEqual({ begun: 0, texts: 0 });
    expect((await mailboxWith({ untilText: 20_000, text: 20_000 }).send(outgoing())).outcome).toBe('accepted');
    expect(received.texts).toBe(1);
  });

  it('[SEND-008] does not keep a message waiting for a connection beyond its timeout', async () => {
    Object.assign(pace, { command: 0, text: 800 });
    const mailbox = mailboxWith({ untilText: 1200, text: 20_000 });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => mailbox.send(outgoing())));
    const kinds = outcomes.map(({ outcome }) => outcome);
    expect(kinds.filter((one) => one === 'accepted')).toHaveLength(received.texts);
    expect(kinds.filter((one) => one === 'not_begun')).toHaveLength(8 - received.texts);
    expect(received.texts).toBeLessThanOrEqual(4);
    expect(received.begun).toBe(received.texts);
    // Timed-out messages have released the connections.
    pace.text = 0;
    for (let count = 0; count < 20; count += 1) expect((await mailbox.send(outgoing())).outcome).toBe('accepted');
    await mailbox.close();
  });

  it('[SEND-009] causes an unknown outcome if it does not respond within the timeout of the text', async () => {
    Object.assign(pace, { command: 0, text: 600 });
    expect(await mailboxWith({ untilText: 20_000, text: 200 }).send(outgoing())).toMatchObject({ outcome: 'unknown' });
    expect(received.texts).toBe(1);
  });
});
