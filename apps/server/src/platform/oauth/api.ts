import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { type Answer, type Call, CallFailed } from '#platform/fetch/api-caller.ts';
import { OAuthError } from './client.ts';
import type { OAuthSession } from './session.ts';

export interface Trouble {
  reason:
    | 'access_revoked'
    | 'rights_missing'
    | 'mailbox_full'
    | 'limit'
    | 'recipient'
    | 'sender'
    | 'content'
    | 'gone'
    | 'host_unknown'
    | 'refused'
    | 'tls'
    | 'timeout'
    | 'address_forbidden'
    | 'protocol';
  detail: string;
  status: number | null;
  retryAfter?: number | undefined;
  mayHaveArrived: boolean;
  isTooLarge?: boolean;
  /** Not sent, because a Retry-After applies. */
  isKeptBack?: boolean;
}

export class ApiError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, options?: ErrorOptions) {
    super(trouble.detail, options);
    this.trouble = trouble;
  }
}

export type ReadError = (answer: Answer, body: unknown, now: Date) => Pick<Trouble, 'reason' | 'detail' | 'retryAfter'>;

export interface Api {
  /** Throws ApiError. */
  json<Schema extends z.ZodType>(schema: Schema, call: Call): Promise<z.infer<Schema>>;
  /** Throws ApiError. */
  bytes(call: Call): Promise<Uint8Array>;
}

interface ApiOptions {
  session: OAuthSession;
  clock: Clock;
  readError: ReadError;
}

const troubleOf = (reason: Trouble['reason'], detail: string, mayHaveArrived = false): Trouble => ({
  reason,
  detail,
  status: null,
  mayHaveArrived,
});

/** Redirects are not followed, but a proxy may have forwarded the request. */
const ledElsewhere = troubleOf('protocol', 'The call was led to another address', true);

/** During a Retry-After calls fail without a request; reads and writes have separate limits. */
export function createApi({ session, clock, readError }: ApiOptions): Api {
  const quietUntil = { read: 0, write: 0 };

  async function ask(call: Call): Promise<Answer> {
    const kind = call.method === 'GET' ? 'read' : 'write';
    const wait = Math.ceil((quietUntil[kind] - clock.now().getTime()) / 1000);
    if (wait > 0) throw new ApiError({ ...troubleOf('limit', `Retry after ${wait} s`), retryAfter: wait, isKeptBack: true });
    const answer = await session.call(call).catch((error: unknown) => {
      throw new ApiError(callTrouble(error), { cause: error });
    });
    if (answer.status < 300) return answer;
    if (answer.status < 400) throw new ApiError({ ...ledElsewhere, status: answer.status });
    const now = clock.now();
    const serviceError = readError(answer, parse(answer.bytes), now);
    const reason = answer.status === 401 ? 'access_revoked' : serviceError.reason;
    if (reason === 'limit' && serviceError.retryAfter) quietUntil[kind] = now.getTime() + serviceError.retryAfter * 1000;
    // A 5xx may come from a proxy after the service has processed the request.
    throw new ApiError({ ...serviceError, reason, status: answer.status, mayHaveArrived: answer.status >= 500 && reason === 'protocol' });
  }

  return {
    async json(schema, call) {
      const { bytes } = await ask(call);
      const parsed = schema.safeParse(parse(bytes));
      if (!parsed.success) throw new ApiError(troubleOf('protocol', 'The answer was not understood', true));
      return parsed.data;
    },
    bytes: async (call) => (await ask(call)).bytes,
  };
}

function callTrouble(error: unknown): Trouble {
  if (error instanceof OAuthError) return troubleOf(error.kind === 'denied' ? 'access_revoked' : 'protocol', error.message);
  if (!(error instanceof CallFailed)) throw error;
  if (error.reason === 'address') return troubleOf('address_forbidden', error.message);
  const isPlain = error.reason === 'network' || error.reason === 'too_large';
  const trouble = troubleOf(isPlain ? 'protocol' : (error.reason as 'timeout'), error.message, error.mayHaveArrived);
  return { ...trouble, isTooLarge: error.reason === 'too_large' };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
