import { reportOf } from '@headwater/domain/error-report';
import { ApiError, isAbort } from './api-error.ts';

const perPage = 10;

const isExpected = (error: unknown) => error === undefined || error === null || error instanceof ApiError || isAbort(error);

/** Plain text without a readable response: the service needs no CORS configuration. */
const options = { method: 'POST', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true } as const;

async function post(address: string, body: string): Promise<void> {
  try {
    await fetch(address, { ...options, body });
  } catch {
    // An unreachable service must not cause an error that is reported again.
  }
}

/** SHELL-031, SHELL-032: reports contain no personal data. */
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
