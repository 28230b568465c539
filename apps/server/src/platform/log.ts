import { type LogFn, type Logger, pino } from 'pino';
import type { ErrorReports } from './error-reports.ts';

export type Log = Logger;

/** JSON log on stderr; stdout is for the terminal user. */
export function createLog(level: string, reports?: Pick<ErrorReports, 'send'>): Log {
  const log = pino(
    {
      level,
      base: null,
      redact: {
        paths: ['password', '*.password', 'token', '*.token', 'req.headers.cookie', 'req.headers.authorization'],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
  if (reports) reportErrors(log, reports);
  return log;
}

function reportErrors(log: Log, reports: Pick<ErrorReports, 'send'>): void {
  for (const name of ['error', 'fatal'] as const) {
    const write = log[name].bind(log) as (...details: unknown[]) => void;
    const both = (...details: unknown[]) => {
      const { err, url } = Object(details[0]) as { err?: unknown; url?: unknown };
      if (err !== undefined) reports.send(err, typeof url === 'string' ? url : undefined);
      write(...details);
    };
    log[name] = both as LogFn;
  }
}
