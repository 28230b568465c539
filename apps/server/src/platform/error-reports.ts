import { reportOf } from '@headwater/domain/error-report';

/** Limit for all reports; a repeated error is reported once per minute. */
const perMinute = 30;
const minuteMs = 60_000;
const timeoutMs = 5000;

export interface ErrorReports {
  send(failure: unknown, path: string | undefined): void;
  settle(): Promise<void>;
}

async function post(address: string, body: string): Promise<void> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
  } catch {
    // An unavailable service must not cause another error report.
  }
}

/** SHELL-031, SHELL-032: ignores failures of the operator's service. */
export function openErrorReports(address: string): ErrorReports {
  const reported = new Set<string>();
  const pending = new Set<Promise<void>>();
  return {
    send(failure, path) {
      const body = JSON.stringify(reportOf(failure, { source: 'server', path }));
      if (reported.size >= perMinute || reported.has(body)) return;
      if (reported.size === 0) setTimeout(() => reported.clear(), minuteMs).unref();
      reported.add(body);
      const sent: Promise<void> = post(address, body).finally(() => pending.delete(sent));
      pending.add(sent);
    },
    async settle() {
      const limit = new Promise((resolve) => {
        setTimeout(resolve, 2000).unref();
      });
      await Promise.race([Promise.all(pending), limit]);
    },
  };
}
