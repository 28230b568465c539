import { z } from 'zod';
import type { GrantedSettings } from '#modules/messaging/channels/mailbox-port.ts';
import { type Api, createApi, type ReadError, type Trouble } from '#platform/oauth/api.ts';
import { retryAfterSeconds } from '#platform/fetch/retry-after.ts';
import { createOAuthClient } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { apiOf, type GmailOptions, oauthOf } from './options.ts';

/** Paths are relative to `/users/me`. */
export interface Gmail {
  get<Schema extends z.ZodType>(schema: Schema, path: string, query?: Record<string, string | readonly string[]>): Promise<z.infer<Schema>>;
  send(raw: Uint8Array, signal: AbortSignal): Promise<{ id: string }>;
}

const sent = z.object({ id: z.string() });

export function openGmail(options: GmailOptions, settings: Pick<GrantedSettings, 'tokens' | 'keep'>): Gmail {
  const { clock, caller, credentials, baseUrl } = options;
  const client = createOAuthClient({ provider: oauthOf(baseUrl), credentials, caller, clock });
  const session = createOAuthSession({ client, caller, clock, tokens: settings.tokens, keep: settings.keep });
  const api: Api = createApi({ session, clock, readError });
  return {
    get(schema, path, query = {}) {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) parameters.append(name, one);
      return api.json(schema, { method: 'GET', url: `${apiOf(baseUrl)}/gmail/v1/users/me/${path}?${parameters.toString()}` });
    },
    send: (raw, signal) =>
      api.json(sent, {
        method: 'POST',
        url: `${apiOf(baseUrl)}/upload/gmail/v1/users/me/messages/send?uploadType=media`,
        headers: { 'content-type': 'message/rfc822' },
        body: raw,
        signal,
      }),
  };
}

const body = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

const limits = /^(?:rateLimitExceeded|userRateLimitExceeded|dailyLimitExceeded|quotaExceeded|limitExceeded)$/;
const scopeReasons = /^(?:insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/;

/** Google names the end of a sending limit only in the text of the error. */
function secondsInWords(message: string, now: Date): number | undefined {
  const [moment] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(message) ?? [];
  return moment === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(moment) - now.getTime()) / 1000));
}

const readError: ReadError = (answer, content, now) => {
  const error = body.safeParse(content).data?.error;
  const detail = error?.message || `Gmail answered ${answer.status}`;
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].map(({ reason }) => reason ?? '');
  const retryAfter = retryAfterSeconds(answer.headers['retry-after'], now) ?? secondsInWords(detail, now);
  return { reason: reasonOf(answer.status, reasons, detail), detail, retryAfter };
};

function reasonOf(status: number, reasons: readonly string[], message: string): Trouble['reason'] {
  if (status === 429 || reasons.some((reason) => limits.test(reason))) return 'limit';
  if (reasons.some((reason) => scopeReasons.test(reason))) return 'rights_missing';
  // The operator has not enabled the API; the user's access is valid.
  if (reasons.some((reason) => reason === 'accessNotConfigured' || reason === 'SERVICE_DISABLED')) return 'protocol';
  if (status === 403) return /storage/i.test([...reasons, message].join(' ')) ? 'mailbox_full' : 'access_revoked';
  if (status === 404) return 'gone';
  if (status === 400 && /\b(?:To|Cc|Bcc) header|recipient/i.test(message)) return 'recipient';
  return status === 400 || status === 413 ? 'content' : 'protocol';
}
