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
/** The app says what a 401 leads to (ACC-032); the library knows no screens. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

let onFactorMissing: () => void = () => {};
/** The app says what leads on where nothing else is answered before a second factor is set up (DEC-08). */
export function whenFactorMissing(act: () => void): void {
  onFactorMissing = act;
}

let onUnlicensed: () => void = () => {};
/** The app says what leads on where the company has no active license (ACC-023). */
export function whenUnlicensed(act: () => void): void {
  onUnlicensed = act;
}

const csrfToken = () => /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';

/** The headers of every request (REQ-002 to REQ-006); for the few calls made outside `api`, such as uploads with progress. */
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

/** `visitor`: a 401 is an expected answer of this call and leads nowhere. */
interface CallContext {
  visitor?: boolean;
}

/** What an answer that is no success says, whatever its body is called: a page of a proxy, or JSON that ends early, says nothing. */
async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // RSLT-018: a plain text is the message; the start of JSON is none.
    if (!response.headers.get('content-type')?.startsWith('application/json')) body = text;
  }
  return readError(response.status, body, currentLanguage());
}

const unreadable = () => new ApiError({ status: 502, message: statusMessage(502, currentLanguage()), isUnreadable: true });

/** REQ-028: whatever is no success is a refusal, also below 400; a page, which only proxies answer, is no answer and no file. */
async function answerOf(response: Response): Promise<Response> {
  if (!response.ok) throw await refusalOf(response);
  if (response.headers.get('content-type')?.startsWith('text/html')) throw unreadable();
  return response;
}

/** What came in place of an answer. The client wraps what the reading of it was refused for. */
function unanswered(error: unknown): unknown {
  const cause: unknown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (isAbort(cause)) return cause;
  // fetch rejects with a TypeError where no answer came, or no more of it.
  if (cause instanceof TypeError) return new ApiError({ status: 0, message: statusMessage(503, currentLanguage()) });
  if (cause instanceof SyntaxError) return unreadable();
  // Anything else is a defect of ours and stays as it is.
  return error;
}

/** Makes the typed error of whatever a call threw, and reports a lost session. */
function typed(error: unknown, { visitor }: CallContext = {}): unknown {
  if (isAbort(error)) return error;
  if (!(error instanceof ApiError)) return unanswered(error);
  if (error.status === 401 && !visitor) onSignedOut();
  if (error.code === 'second_factor_missing') onFactorMissing();
  if (error.code === 'license_inactive') onUnlicensed();
  return error;
}

type Contract = typeof wholeContract;

/** Grows with `loadCalls`; the link looks a call up when it is made. */
const contract: Partial<Contract> = { ...visitorsContract };
const parts = {
  search: loadChunk<{ contract: Partial<Contract> }>('search-calls', () => import('virtual:wire-contract/search')),
  rest: loadChunk<{ contract: Partial<Contract> }>('calls', () => import('virtual:wire-contract/rest')),
};

/** Makes the calls known of the search, or of everything else, that only who is signed in makes. Every call of them waits for it; a screen starts it ahead. */
export async function loadCalls(part: keyof typeof parts): Promise<void> {
  Object.assign(contract, (await parts[part]()).contract);
}

/** A route, or a group of them. */
interface Routes {
  [name: string]: Routes | undefined;
}

/** The link drops the last slash of a path; ours are exact (SHELL-007). */
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
    return answerOf(response);
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
        throw typed(error, context);
      }
    },
  ],
});

/** Calls of the API by noun: `await api.accounts.me()`. Rejects with ApiError. */
export const api: JsonifiedClient<ContractRouterClient<Contract, CallContext>> = createORPCClient(link);
/** The same as query and mutation options: `useQuery(orpc.accounts.me.queryOptions())`. */
export const orpc = createTanstackQueryUtils(api);

/** A download or upload outside the contract's client, with the same headers and errors. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    const headers = { ...requestHeaders(), ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(path, { ...init, headers, credentials: 'same-origin' });
    return await answerOf(response);
  } catch (error) {
    throw typed(error);
  }
}
