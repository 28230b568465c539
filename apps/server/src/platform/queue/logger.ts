import { Logger } from 'graphile-worker';
import type { Log } from '#platform/log.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

interface JobOfLog {
  id?: unknown;
  task_identifier?: unknown;
  attempts?: unknown;
}

/** Payloads contain sign-in links and addresses, which must not be logged. */
function withoutPayloads({ job, jobs: _jobs, worker: _worker, ...rest }: Record<string, unknown>) {
  if (!job) return rest;
  const { id, task_identifier: task, attempts } = job as JobOfLog;
  return { ...rest, job: { id, task, attempts } };
}

export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const known = levels[level as keyof typeof levels] ?? 'debug';
    log[known](withoutPayloads({ ...meta }), message);
  });
