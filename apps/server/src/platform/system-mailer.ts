import type { PassThrough, Writable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Log } from './log.ts';
import type { SystemMailer } from './system-mail.ts';

interface Hold {
  beforeEnd(): Promise<void>;
  giveUp(): void;
  ending?: Promise<void>;
  /** From here on the server may have the whole message. */
  isLeaving: boolean;
  isOver: boolean;
  failure?: unknown;
}

const holdKey = 'headwaterHold';

interface Message {
  createReadStream(): PassThrough;
}

/** Holds back the end of the message until the server has received the rest. */
function holdEnd(message: Message, hold: Hold): void {
  const create = message.createReadStream.bind(message);
  const end = async (server: Writable) => {
    await hold.beforeEnd();
    if (hold.isOver) return;
    hold.isLeaving = true;
    server.end();
  };
  const fail = (error: unknown) => {
    hold.failure = error;
    hold.giveUp();
  };
  const endless = {
    pipe(server: Writable) {
      const text = create();
      text.on('error', fail);
      text.on('end', () => {
        hold.ending = end(server).catch(fail);
      });
      text.pipe(server, { end: false });
      return server;
    },
  };
  // nodemailer transfers a message by `pipe` only.
  message.createReadStream = () => endless as unknown as PassThrough;
}

const hasAnswer = (error: unknown): boolean => typeof error === 'object' && error !== null && 'responseCode' in error;

interface MailerOptions {
  smtpUrl: string | undefined;
  from: string;
  log: Log;
}

export function createSystemMailer({ smtpUrl, from, log }: MailerOptions): SystemMailer {
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined;
  transport?.use('stream', (mail, done) => {
    const hold = (mail.data as unknown as Record<string, unknown>)[holdKey] as Hold | undefined;
    if (hold) holdEnd(mail.message as unknown as Message, hold);
    done();
  });
  return {
    async send({ kind, to, subject, text, html }, beforeEnd = async () => undefined) {
      if (!transport) {
        await beforeEnd();
        log.warn({ kind }, 'system e-mail not sent: set HEADWATER_SMTP_URL');
        return 'sent';
      }
      const stopping = new AbortController();
      const hold: Hold = { beforeEnd, giveUp: () => stopping.abort(), isLeaving: false, isOver: false };
      try {
        const mail = { from, to, subject, text, html, signal: stopping.signal };
        await transport.sendMail(Object.assign(mail, { [holdKey]: hold }));
        return 'sent';
      } catch (error) {
        hold.isOver = true;
        await hold.ending;
        if (hold.failure !== undefined) throw hold.failure;
        if (!hold.isLeaving || hasAnswer(error)) throw error;
        log.warn({ kind, reason: error instanceof Error ? error.message : '' }, 'system e-mail sent, delivery unconfirmed');
        return 'unknown';
      }
    },
  };
}
