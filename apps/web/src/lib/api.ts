import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { contract as wholeContract } from '@headwater/contract/contract';
import { contract as visitorsContract } from 'virtual:wire-contract/visitors';
import { ApiError, isAbort, readError, statusMessage } from './api-error.ts';
import { callPartOf } from './call-parts.ts';
import { currentLanguage } from './i18n.ts';
import { loadChunk } from './load-chunk.ts';
import { refererHeader } from './profile-referer.ts';
import { previousAddress, tabSession } from './tab-session.ts';

let onSignedOut: () => void = () => {};
/** Registers the reaction to a 401 (ACC-032); this library knows no screens. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

let onFactorMissing: () => void = () => {};
/** Registers the reaction to a missing second factor, which blocks all other calls (DEC-08). */
export function whenFactorMissing(act: () => void): void {
  onFactorMissing = act;
}

let onUnlicensed: () => void = () => {};
/** Registers the reaction to a missing license (ACC-023). */
export function whenUnlicensed(act: () => void): void {
  onUnlicensed = act;
}

const csrfToken = () => /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';

/** REQ-002 to REQ-006. Exported for uploads with progress, which cannot use `api`. */
export function requestHeaders(): Record<string, string> {
  const { id, refererId } = tabSession();
  return {
    accept: 'application/json; version=5.1',
    'x-csrftoken': csrfToken(),
    'x-previous-url': previousAddress(),
    'x-session-id': id,
    'x-referer-session-id': refererId,
    'x-language': currentLanguage(),
  };
}

/** `visitor`: the call expects a 401, which triggers no redirect. */
interface CallContext {
  visitor?: boolean;
}

/** A proxy page or truncated JSON has no message. */
async function parseRefusal(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // RSLT-018: plain text is the message; truncated JSON is not.
    if (!response.headers.get('content-type')?.startsWith('application/json')) body = text;
  }
  return readError(response.status, body, currentLanguage());
}

const unreadable = () => new ApiError({ status: 502, message: statusMessage(502, currentLanguage()), isUnreadable: true });

/** REQ-028: any status outside 2xx is a refusal. HTML comes only from proxies. */
async function checkResponse(response: Response): Promise<Response> {
  if (!response.ok) throw await parseRefusal(response);
  if (response.headers.get('content-type')?.startsWith('text/html')) throw unreadable();
  return response;
}

function toNetworkError(error: unknown): unknown {
  const cause: unknown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (isAbort(cause)) return cause;
  // `fetch` rejects with a TypeError if the response is missing or incomplete.
  if (cause instanceof TypeError) return new ApiError({ status: 0, message: statusMessage(503, currentLanguage()) });
  if (cause instanceof SyntaxError) return unreadable();
  return error;
}

function toApiError(error: unknown, { visitor }: CallContext = {}): unknown {
  if (isAbort(error)) return error;
  if (!(error instanceof ApiError)) return toNetworkError(error);
  if (error.status === 401 && !visitor) onSignedOut();
  if (error.code === 'second_factor_missing') onFactorMissing();
  if (error.code === 'license_inactive') onUnlicensed();
  return error;
}

type Contract = typeof wholeContract;

/** `loadCalls` adds parts; the link looks up a call when it is made. */
const contract: Partial<Contract> = { ...visitorsContract };
const parts = {
  search: loadChunk<{ contract: Partial<Contract> }>('search-calls', () => import('virtual:wire-contract/search')),
  rest: loadChunk<{ contract: Partial<Contract> }>('calls', () => import('virtual:wire-contract/rest')),
};

/** Loads a part of the contract. Its calls wait for it; screens start it early. */
export async function loadCalls(part: keyof typeof parts): Promise<void> {
  Object.assign(contract, (await parts[part]()).contract);
}

interface Routes {
  [name: string]: Routes | undefined;
}

/** The link drops the trailing slash of a path; the contract's paths are exact (SHELL-007). */
function exactUrl(url: URL, names: readonly string[]): URL {
  const found = names.reduce<Routes | undefined>((routes, name) => routes?.[name], contract as Routes);
  const { route } = (found as { '~orpc'?: { route: { path?: string } } } | undefined)?.['~orpc'] ?? {};
  const exact = new URL(url);
  if (route?.path?.endsWith('/')) exact.pathname += '/';
  return exact;
}

const link = new OpenAPILink<CallContext>(contract as Contract, {
  url: () => location.origin,
  headers: (_options, [noun], input) => ({ ...requestHeaders(), ...(noun === 'profiles' ? refererHeader(input) : {}) }),
  fetch: async (request, init) => {
    const response = await fetch(request, { ...init, credentials: 'same-origin' });
    return checkResponse(response);
  },
  clientInterceptors: [
    ({ next, request, path, ...rest }) => next({ ...rest, path, request: { ...request, url: exactUrl(request.url, path) } }),
  ],
  interceptors: [
    async ({ next, context, path: [noun = ''] }) => {
      try {
        if (!(noun in contract)) await loadCalls(callPartOf(noun) === 'search' ? 'search' : 'rest');
        return await next();
      } catch (error) {
        throw toApiError(error, context);
      }
    },
  ],
});

/** API calls by noun: `await api.accounts.me()`. Rejects with ApiError. */
export const api: JsonifiedClient<ContractRouterClient<Contract, CallContext>> = createORPCClient(link);
export const orpc = createTanstackQueryUtils(api);

/** Uploads or downloads outside the contract client, with the same headers and errors. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    const headers = { ...requestHeaders(), ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(path, { ...init, headers, credentials: 'same-origin' });
    return await checkResponse(response);
  } catch (error) {
    throw toApiError(error);
  }
}
