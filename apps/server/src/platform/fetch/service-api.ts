import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { OAuthError } from '#platform/oauth/client.ts';
import { type Answer, type Call, CallFailed } from './api-caller.ts';

/**
 * `denied`: the credentials are invalid. `rights`: they lack a right. `unknown`: a write may have
 * happened. `unavailable`: nothing happened, and a retry may work.
 */
export type ServiceFailure = 'denied' | 'rights' | 'limit' | 'rejected' | 'gone' | 'unknown' | 'unavailable';

export class ServiceError extends Error {
  readonly kind: ServiceFailure;
  /** Seconds; for `limit` always set. */
  readonly retryAfter: number | undefined;

  constructor(kind: ServiceFailure, message: string, { retryAfter, ...options }: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

export interface ServiceAnswer<Data> {
  data: Data;
  headers: Answer['headers'];
}

export interface ServiceApi {
  /** Throws ServiceError. */
  json<Schema extends z.ZodType>(schema: Schema, call: Call): Promise<ServiceAnswer<z.output<Schema>>>;
}

/** Time until which a service accepts no calls, shared by all users of a credential. */
export interface Pace {
  quietUntil: number;
}

export interface ServiceOptions {
  clock: Clock;
  pace: Pace;
  send(call: Call): Promise<Answer>;
  /** Reason in the body of an error. */
  reasonOf(body: unknown): string | undefined;
  /** Moment when a used-up limit ends, from the headers of any answer. */
  limitEnds(headers: Answer['headers'], now: Date): number | undefined;
}

const pauseWithoutHeader = 30;
/** A service with a wrong clock or unit must not stop the work for years. */
const longestPause = 3600;

function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header === '') return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}

function failedCall(error: unknown, isWrite: boolean): ServiceError {
  if (error instanceof OAuthError) return new ServiceError(error.kind, error.message, { cause: error });
  if (!(error instanceof CallFailed)) throw error;
  return new ServiceError(isWrite && error.mayHaveArrived ? 'unknown' : 'unavailable', error.message, { cause: error });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const bounded = (seconds: number) => Math.min(longestPause, Math.max(1, Math.ceil(seconds)));

const limited = (seconds: number) => new ServiceError('limit', `Retry after ${seconds} s`, { retryAfter: seconds });

/** JSON calls of a service. Obeys its limits: during a pause, calls fail without a request. */
export function createServiceApi({ clock, pace, send, reasonOf, limitEnds }: ServiceOptions): ServiceApi {
  function failureOf(answer: Answer, isWrite: boolean): ServiceError {
    const now = clock.now();
    const reason = reasonOf(parse(answer.bytes)) ?? `The service answered ${answer.status}`;
    switch (answer.status) {
      case 401:
        return new ServiceError('denied', reason);
      case 403:
        return new ServiceError('rights', reason);
      case 404:
      case 410:
        return new ServiceError('gone', reason);
      case 429: {
        const ends = limitEnds(answer.headers, now);
        const untilEnd = ends === undefined ? undefined : (ends - now.getTime()) / 1000;
        const seconds = bounded(retryAfter(answer.headers['retry-after'], now) ?? untilEnd ?? pauseWithoutHeader);
        pace.quietUntil = Math.max(pace.quietUntil, now.getTime() + seconds * 1000);
        return limited(seconds);
      }
      default:
        // A redirect or a proxy's error may hide a processed request.
        if (answer.status >= 500 || answer.status === 408 || answer.status < 400)
          return new ServiceError(isWrite ? 'unknown' : 'unavailable', reason);
        return new ServiceError('rejected', reason);
    }
  }

  return {
    async json(schema, call) {
      const isWrite = call.method !== 'GET';
      const wait = Math.ceil((pace.quietUntil - clock.now().getTime()) / 1000);
      if (wait > 0) throw limited(wait);
      const answer = await send(call).catch((error: unknown) => {
        throw failedCall(error, isWrite);
      });
      const now = clock.now();
      const ends = limitEnds(answer.headers, now);
      if (ends !== undefined) pace.quietUntil = Math.max(pace.quietUntil, Math.min(ends, now.getTime() + longestPause * 1000));
      if (answer.status < 200 || answer.status >= 300) throw failureOf(answer, isWrite);
      const parsed = schema.safeParse(parse(answer.bytes));
      if (!parsed.success) throw new ServiceError(isWrite ? 'unknown' : 'unavailable', 'The answer of the service was not understood');
      return { data: parsed.data, headers: answer.headers };
    },
  };
}
