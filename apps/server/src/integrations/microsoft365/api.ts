import { z } from 'zod';
import type { GrantedSettings } from '#modules/messaging/channels/mailbox-port.ts';
import type { Call } from '#platform/fetch/api-caller.ts';
import { ApiError, createApi, type ReadError, type Trouble } from '#platform/oauth/api.ts';
import { retryAfterSeconds } from '#platform/fetch/retry-after.ts';
import { createOAuthClient } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { apiOf, oauthOf, type OutlookOptions } from './options.ts';

type GraphCall = Omit<Call, 'url'> & { prefer?: string };

/** Paths are relative to `/me`; links of the service are absolute. */
export interface Graph {
  json<Schema extends z.ZodType>(schema: Schema, path: string, call?: Partial<GraphCall>): Promise<z.infer<Schema>>;
  bytes(path: string, call?: Partial<GraphCall>): Promise<Uint8Array>;
  /** Uploads to a pre-authenticated address of the service, without a token. */
  upload(url: string, call: Pick<GraphCall, 'body' | 'headers' | 'signal'>): Promise<void>;
}

/** Immutable ids stay the same when a message moves to another folder. */
const immutable = 'IdType="ImmutableId"';

export function openGraph(options: OutlookOptions, settings: Pick<GrantedSettings, 'tokens' | 'keep'>): Graph {
  const { clock, caller, credentials, baseUrl } = options;
  const client = createOAuthClient({ provider: oauthOf(options), credentials, caller, clock });
  const session = createOAuthSession({ client, caller, clock, tokens: settings.tokens, keep: settings.keep });
  const api = createApi({ session, clock, readError });
  const callOf = (path: string, { prefer, headers, method = 'GET', ...call }: Partial<GraphCall> = {}): Call => {
    const url = /^[/?]/.test(path) ? `${apiOf(baseUrl)}/me${path}` : path;
    // Links are stored with the mailbox; the token must not go to other hosts.
    if (!url.startsWith(`${apiOf(baseUrl)}/`)) throw failed(`Not an address of Graph: ${url}`);
    return { ...call, method, url, headers: { ...headers, prefer: [immutable, ...(prefer ? [prefer] : [])].join(', ') } };
  };
  return {
    json: async (schema, path, call) => api.json(schema, callOf(path, call)),
    bytes: async (path, call) => api.bytes(callOf(path, call)),
    async upload(url, call) {
      const { status } = await caller.call({ ...call, method: 'PUT', url }).catch((error: unknown) => {
        throw failed(error instanceof Error ? error.message : 'The file was not taken');
      });
      if (status >= 300) throw failed(`The upload of a file answered ${status}`);
    },
  };
}

const failed = (detail: string) => new ApiError({ reason: 'protocol', detail, status: null, mayHaveArrived: false });

const body = z.object({ error: z.object({ code: z.string().default(''), message: z.string().default('') }) });

const readError: ReadError = (answer, content, now) => {
  const { code = '', message = '' } = body.safeParse(content).data?.error ?? {};
  const retryAfter = retryAfterSeconds(answer.headers['retry-after'], now);
  return { reason: reasonOf(answer.status, code), detail: message || code || `Graph answered ${answer.status}`, retryAfter };
};

const byCode: Readonly<Record<string, Trouble['reason']>> = {
  ErrorQuotaExceeded: 'mailbox_full',
  ErrorExceededMessageLimit: 'limit',
  ErrorMessageSubmissionBlocked: 'limit',
  ErrorSendAsDenied: 'sender',
  ErrorInvalidRecipients: 'recipient',
  ErrorInvalidAuthenticationToken: 'access_revoked',
  InvalidAuthenticationToken: 'access_revoked',
  MailboxNotEnabledForRESTAPI: 'access_revoked',
  SyncStateNotFound: 'gone',
  ErrorItemNotFound: 'gone',
};

function reasonOf(status: number, code: string): Trouble['reason'] {
  const known = byCode[code];
  if (known) return known;
  if (status === 429) return 'limit';
  if (status === 403) return 'rights_missing';
  if (status === 404 || status === 410) return 'gone';
  if (status === 507) return 'mailbox_full';
  return status === 400 || status === 413 ? 'content' : 'protocol';
}
