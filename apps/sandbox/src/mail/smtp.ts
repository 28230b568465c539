import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Fault, Faults } from './faults.ts';
import type { MailStore, Put } from './store.ts';
import { findUser, type SandboxUser } from './users.ts';

export type SmtpOptions = { port: number; store: MailStore; faults: Faults; users: SandboxUser[]; filesSentMail: boolean };
export type RunningServer = { port: number; stop(): Promise<void> };

const MAX_BYTES = 25 * 1024 * 1024;

const answer = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

const replyOf = ({ text = '' }: Fault): Error => answer(Number(text.slice(0, 3)) || 451, text.slice(4));

export async function startSmtp(options: SmtpOptions): Promise<RunningServer> {
  const { faults, users } = options;
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    size: MAX_BYTES,
    banner: 'Headwater sandbox',
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      const user = faults.take('auth_fail') ? null : findUser(users, auth.username ?? '', auth.password ?? '');
      if (user) done(null, { user: user.address });
      else done(answer(535, '5.7.8 Error: authentication failed'));
    },
    onMailFrom(_address, _session, done) {
      const injected = faults.take('smtp_mail');
      if (injected) return void done(replyOf(injected));
      done(faults.take('mailbox_full') ? answer(552, '5.2.2 The mailbox of the sender is full') : null);
    },
    onRcptTo({ address }, _session, done) {
      const injected = faults.takeFor(address, 'smtp_rcpt');
      if (injected) return void done(replyOf(injected));
      done(faults.take('recipient_refused') ? answer(550, '5.1.1 Recipient address rejected: user unknown') : null);
    },
    onData(stream, session, done) {
      const drop = (): void => void sockets.get(session.remotePort)?.destroy();
      void (async () => {
        const reply = await receive({ ...options, drop }, stream, session);
        if (reply !== null) done(reply.error, reply.said);
      })();
    },
  });
  const sockets = new Map<number, Socket>();
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
    // RFC 2920: replies to pipelined commands are sent together.
    socket.prependListener('data', () => {
      socket.cork();
      setImmediate(() => socket.uncork());
    });
  });
  server.on('error', () => undefined);
  server.listen(options.port, '127.0.0.1');
  await Promise.race([once(server.server, 'listening'), once(server.server, 'error').then(([error]) => Promise.reject(error))]);
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

type Receiving = SmtpOptions & { drop: () => void };

type Reply = { error: Error | null; said: string };

async function receive(options: Receiving, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Reply | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) return { error: answer(552, '5.3.4 Message too big'), said: '' };
    return await take(options, delivery(options, Buffer.concat(chunks), session));
  } catch (error) {
    return { error: answer(451, `4.3.0 ${error instanceof Error ? error.message : 'Local error'}`), said: '' };
  }
}

async function take(options: Receiving, message: Put): Promise<Reply | null> {
  const fault: Fault | null = options.faults.take('smtp_data', 'drop_after_dot', 'drop_unkept', 'temporary', 'permanent', 'slow', 'limit');
  if (fault?.fault === 'smtp_data') return { error: replyOf(fault), said: '' };
  if (fault?.fault === 'limit') {
    return { error: answer(450, `4.7.0 Too many messages, try again in ${Math.ceil(fault.milliseconds / 1000)} seconds`), said: '' };
  }
  if (fault?.fault === 'temporary') return { error: answer(451, '4.7.1 Try again later'), said: '' };
  if (fault?.fault === 'permanent') return { error: answer(554, '5.7.1 Message refused'), said: '' };
  if (fault?.fault === 'slow') await options.faults.delay(fault.milliseconds);
  if (fault?.fault !== 'drop_unkept') await options.store.put(message);
  if (fault === null || fault.fault === 'slow') return { error: null, said: '2.0.0 Ok: kept' };
  options.drop();
  return null;
}

/** One commit contains all copies, so that a crash keeps all or none. */
function delivery(options: SmtpOptions, raw: Buffer, session: SMTPServerSession): Put {
  const { mailFrom, rcptTo } = session.envelope;
  const to = rcptTo.map(({ address }) => address.toLowerCase());
  const places: Put['places'] = to.map((mailbox) => ({ mailbox, folder: 'INBOX', flags: [] }));
  const sender = session.user;
  if (options.filesSentMail && typeof sender === 'string') places.push({ mailbox: sender, folder: 'Sent', flags: ['\\Seen'] });
  return { raw, via: 'smtp', envelope: { from: mailFrom ? mailFrom.address : '', to }, places };
}
