import type { MailServer } from '#modules/messaging/channels/mailbox-port.ts';
import type { SmtpImapOptions } from './options.ts';
import { openSmtp, type SmtpLine } from './smtp.ts';

/** Servers limit how many messages one connection may carry, some at a hundred. */
const MAX_MESSAGES = 50;

/** Bounded connections to one server. nodemailer's own pool sends a message again when its line falls, which would be sending twice. */
export type SmtpPool = {
  /** Waits while all connections are busy, but not longer than `until`: 'busy'. @throws MailboxError */
  take(until: AbortSignal): Promise<{ line: SmtpLine; reused: boolean } | 'busy'>;
  giveBack(line: SmtpLine): void;
  discard(line: SmtpLine): void;
  /** Lets the messages under way finish, then ends every connection. */
  close(): Promise<void>;
};

export function createSmtpPool(server: MailServer, options: SmtpImapOptions): SmtpPool {
  const idle: { line: SmtpLine; timer: NodeJS.Timeout }[] = [];
  /** In the order in which they came. */
  const waiting = new Set<() => void>();
  const closing: (() => void)[] = [];
  const state = { busy: 0 };

  function wakeNext(): void {
    const [first] = waiting;
    first?.();
  }
  function free(): void {
    state.busy -= 1;
    // One line is free for one message: of a wave, all others would only look and wait again.
    wakeNext();
    for (const resolve of closing.splice(0)) resolve();
  }
  const freed = (until: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        until.removeEventListener('abort', wake);
        resolve();
      };
      until.addEventListener('abort', wake);
      waiting.add(wake);
    });
  function fromIdle(): SmtpLine | null {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (!kept.line.isDead()) return kept.line;
    }
    return null;
  }

  return {
    async take(until) {
      while (state.busy >= options.maxConnections && !until.aborted) await freed(until);
      if (until.aborted) {
        // It may have been woken for a line that it has no more time for.
        if (state.busy < options.maxConnections) wakeNext();
        return 'busy';
      }
      state.busy += 1;
      const kept = fromIdle();
      if (kept) return { line: kept, reused: true };
      try {
        return { line: await openSmtp(server, options, until), reused: false };
      } catch (error) {
        free();
        throw error;
      }
    },
    giveBack(line) {
      line.sent += 1;
      if (line.sent >= MAX_MESSAGES) {
        line.connection.quit();
        free();
        return;
      }
      const timer = setTimeout(() => {
        const at = idle.findIndex((kept) => kept.line === line);
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
      while (state.busy > 0) await new Promise<void>((resolve) => closing.push(resolve));
      for (let line = fromIdle(); line; line = fromIdle()) line.connection.quit();
    },
  };
}
