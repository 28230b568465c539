import { Logger } from 'graphile-worker';
import type { Log } from '#platform/log.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Passes the queue's lines to our log; its chatter about every task is debug for us. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const known = levels[level as keyof typeof levels] ?? 'debug';
    log[known]({ ...meta }, message);
  });
