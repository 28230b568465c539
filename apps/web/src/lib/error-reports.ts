import { reportOf } from '@headwater/domain/error-report';
import { ApiError, isAbort } from './api-error.ts';

/** A page that fails again and again says so only for a while. */
const perPage = 10;

/** Refusals of the server and calls that were given up are answers, not defects. */
const isExpected = (error: unknown) => error === undefined || error === null || error instanceof ApiError || isAbort(error);

/** As plain text and without an answer that is read: the service need not know of this site. */
const options = { method: 'POST', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true } as const;

async function post(address: string, body: string): Promise<void> {
  try {
    await fetch(address, { ...options, body });
  } catch {
    // A service that is away must not become an error itself, which would be reported in turn.
  }
}

/** SHELL-031, SHELL-032: tells the administrator's service of what the program fails of in this browser, without anything of the person. */
export function startErrorReports(address: string): void {
  const reported = new Set<string>();
  const send = (defect: unknown) => {
    if (isExpected(defect) || reported.size >= perPage) return;
    const body = JSON.stringify(reportOf(defect, { source: 'browser', path: location.pathname }));
    if (reported.has(body)) return;
    reported.add(body);
    void post(address, body);
  };
  addEventListener('error', ({ error }) => send(error));
  addEventListener('unhandledrejection', ({ reason }) => send(reason));
}
