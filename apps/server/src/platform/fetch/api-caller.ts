import { Agent, request } from 'undici';
import { checkUrl, FetchRefused, guardedLookup, isPublicAddress, readBounded, readFirst } from './guarded-fetch.ts';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Maximum response size; default 64 MB. */
  maxBytes?: number;
  cut?: boolean;
  signal?: AbortSignal | undefined;
}

/** Redirects are not followed, because they would receive credentials. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
}

/** `mayHaveArrived`: the connection was open, so the other side may have processed the request. */
export class CallFailed extends Error {
  readonly reason: 'address' | 'host_unknown' | 'refused' | 'tls' | 'timeout' | 'network' | 'too_large';
  readonly mayHaveArrived: boolean;

  constructor(reason: CallFailed['reason'], mayHaveArrived: boolean, cause: Error) {
    super(cause.message, { cause });
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface Caller {
  timeoutMs: number;
  /** Throws CallFailed without a response. */
  call(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallerOptions {
  allows?(address: string): boolean;
  timeoutMs: number;
}

const largest = 64 * 1024 * 1024;

export function createCaller({ allows = isPublicAddress, timeoutMs }: CallerOptions): Caller {
  const connectTimeout = Math.min(15_000, timeoutMs);
  const agent = new Agent({
    connect: { lookup: guardedLookup(allows), timeout: connectTimeout },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    timeoutMs,
    async call({ url, maxBytes = largest, cut = false, signal: callerSignal, ...options }) {
      if (callerSignal?.aborted) throw new CallFailed('timeout', false, new Error('There was no time left for the call'));
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(callerSignal ? [callerSignal] : [])]);
      try {
        const address = new URL(url);
        checkUrl(address, allows);
        const { statusCode, headers, body } = await request(address, { dispatcher: agent, signal, ...options });
        const flat = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
        return {
          status: statusCode,
          headers: Object.fromEntries(flat) as Record<string, string>,
          bytes: await (cut ? readFirst(body, maxBytes) : readBounded(body, maxBytes)),
        };
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => agent.close(),
  };
}

const reasons: Readonly<Record<string, [CallFailed['reason'], boolean]>> = {
  ENOTFOUND: ['host_unknown', false],
  EAI_AGAIN: ['host_unknown', false],
  ECONNREFUSED: ['refused', false],
  EHOSTUNREACH: ['refused', false],
  ENETUNREACH: ['refused', false],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', false],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', true],
  UND_ERR_BODY_TIMEOUT: ['timeout', true],
};

function failureOf(error: unknown): CallFailed {
  const wire = error instanceof Error ? error : new Error(String(error));
  const refused = [wire, wire.cause].find((one) => one instanceof FetchRefused);
  if (refused) return new CallFailed(refused.reason === 'too_large' ? 'too_large' : 'address', refused.reason === 'too_large', wire);
  const code = (wire as NodeJS.ErrnoException).code ?? '';
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code)) return new CallFailed('tls', false, wire);
  if (wire.name === 'TimeoutError' || wire.name === 'AbortError') return new CallFailed('timeout', true, wire);
  const [reason, mayHaveArrived] = reasons[code] ?? ['network', true];
  return new CallFailed(reason, mayHaveArrived, wire);
}
