import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured log on standard error, so that standard output stays for what the person at the terminal reads. */
export function createLog(level: string): Log {
  return pino(
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
}
