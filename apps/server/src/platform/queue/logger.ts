import { Logger } from 'graphile-worker';
import type { Log } from '#platform/log.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

interface JobOfLog {
  id?: unknown;
  task_identifier?: unknown;
  attempts?: unknown;
}

/** Without the payload: messages hold sign-in links and addresses, which have no place in a log. */
function withoutPayloads({ job, jobs: _jobs, worker: _worker, ...rest }: Record<string, unknown>) {
  if (!job) return rest;
  const { id, task_identifier: task, attempts } = job as JobOfLog;
  return { ...rest, job: { id, task, attempts } };
}

/** Passes the queue's lines to our log; its chatter about every task is debug for us. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const known = levels[level as keyof typeof levels] ?? 'debug';
    log[known](withoutPayloads({ ...meta }), message);
  });
