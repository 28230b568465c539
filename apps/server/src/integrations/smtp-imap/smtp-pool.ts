import type { MailServer } from '#modules/messaging/channels/mailbox-port.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import type { SmtpImapOptions } from './options.ts';
import { openSmtp, type SmtpLine } from './smtp.ts';

/** Servers limit messages per connection, some to a hundred. */
const MAX_MESSAGES = 50;

/** nodemailer's own pool repeats a message after a lost connection, which may send it twice. */
export type SmtpPool = {
  /** Waits for a connection until the signal aborts: 'busy'. @throws MailboxError */
  take(until: AbortSignal): Promise<{ line: SmtpLine; reused: boolean } | 'busy'>;
  release(line: SmtpLine): void;
  discard(line: SmtpLine): void;
  close(): Promise<void>;
};

export function createSmtpPool(server: MailServer, options: SmtpImapOptions): SmtpPool {
  const idle: { line: SmtpLine; timer: NodeJS.Timeout }[] = [];
  const closing: (() => void)[] = [];
  const connections = createSemaphore(options.maxConnections);

  function free(): void {
    connections.leave();
    for (const resolve of closing.splice(0)) resolve();
  }
  function fromIdle(): SmtpLine | null {
    for (let idleLine = idle.pop(); idleLine; idleLine = idle.pop()) {
      clearTimeout(idleLine.timer);
      if (!idleLine.line.isDead()) return idleLine.line;
    }
    return null;
  }

  return {
    async take(until) {
      if (!(await connections.enter(until))) return 'busy';
      const idleLine = fromIdle();
      if (idleLine) return { line: idleLine, reused: true };
      try {
        return { line: await openSmtp(server, options, until), reused: false };
      } catch (error) {
        free();
        throw error;
      }
    },
    release(line) {
      line.sent += 1;
      if (line.sent >= MAX_MESSAGES) {
        line.connection.quit();
        free();
        return;
      }
      const timer = setTimeout(() => {
        const at = idle.findIndex((idleLine) => idleLine.line === line);
        if (at >= 0) idle.splice(at, 1);
        line.connection.quit();
      }, options.idle);
      timer.unref();
      idle.push({ line, timer });
      free();
    },
    discard(line) {
      line.connection.close();
      free();
    },
    async close() {
      while (connections.running > 0) await new Promise<void>((resolve) => closing.push(resolve));
      for (let line = fromIdle(); line; line = fromIdle()) line.connection.quit();
    },
  };
}
