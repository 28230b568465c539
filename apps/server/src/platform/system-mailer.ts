import type { PassThrough, Writable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Log } from './log.ts';
import type { SystemMailer } from './system-mail.ts';

interface Hold {
  beforeEnd(): Promise<void>;
  giveUp(): void;
  /** Until it is known whether the end is said. */
  ending?: Promise<void>;
  /** From here on the server may have the whole. */
  isLeaving: boolean;
  /** The server is lost: nothing is said to it any more. */
  isOver: boolean;
  failure?: unknown;
}

/** As the mailer lets it through to its plugins. */
const holdKey = 'headwaterHold';

interface Message {
  createReadStream(): PassThrough;
}

/** The server is given the message when it has said that it takes it, and its end afterwards. */
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
  // Servers are handed a message by `pipe` alone.
  message.createReadStream = () => endless as unknown as PassThrough;
}

const hasAnswer = (error: unknown): boolean => typeof error === 'object' && error !== null && 'responseCode' in error;

interface MailerOptions {
  /** Undefined where none was set: then the log says what could not be sent. */
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
        log.warn({ kind }, 'a system e-mail was not sent: set HEADWATER_SMTP_URL');
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
        log.warn({ kind, reason: error instanceof Error ? error.message : '' }, 'whether a system e-mail has arrived is not known');
        return 'unknown';
      }
    },
  };
}
