import { ORPCError, type AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { actingAs } from '#platform/database/acting.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { onAnswerEnd } from './response-end.ts';
import { type ApiHandler, createApiHandler, pathParams } from './api-handler.ts';
import { decodeBody, discardRest, hasBody } from './body.ts';
import type { ApiContext, MatchedRoute, Visitor } from './context.ts';
import { answerFor, defectAnswer, type ErrorAnswer, inShapeOf } from './error-response.ts';
import { loggedAddress } from './logged-address.ts';
import { bodyLimit, checkRequest } from './guards.ts';
import type { Pace } from './pace.ts';
import type { Counter } from './rate-limits.ts';
import type { BodyReader } from './request-body.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

/**
 * Throws for dot segments (also `%2e`), empty segments, characters that need encoding, and absolute
 * addresses, because guards and router would read them differently.
 */
function plainPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const base = 'http://localhost';
  const isPlain = path.startsWith('/') && !path.includes('//') && URL.canParse(base + path) && new URL(base + path).pathname === path;
  if (!isPlain) throw new AppError('bad_request');
  return path;
}

export const apiFolders = ['/api/', '/sso/'];

/** `ORPCError` codes never reach clients; this one carries a complete response to the encoder. */
const answered = 'ANSWERED';

interface Refusal {
  status: number;
  body: ErrorAnswer['body'] | readonly ErrorAnswer['body'][];
}

const toThrow = ({ status, body }: Refusal) => new ORPCError(answered, { status, data: body });

function createHandler({ router, log, onExport }: ApiOptions): ApiHandler {
  return createApiHandler(router, {
    // Proxies close streams after a minute of silence or less.
    eventIteratorKeepAliveInterval: 20_000,
    customErrorResponseBodyEncoder: (error) => (error.code === answered ? error.data : undefined),
    clientInterceptors: [
      async ({ next, context, procedure }) => {
        const { request, reply, language, route } = context;
        try {
          if (procedure !== route.procedure) throw new Error('a request was matched with two routes');
          const answer = await next();
          if (route.meta.exports) await onExport?.(context);
          return answer;
        } catch (error) {
          const known = answerFor(error, language, pathParams(route.path));
          if (known?.retryAfter !== undefined) void reply.header('retry-after', known.retryAfter);
          if (known && known.status > 500) log.warn({ err: error, url: loggedAddress(request.url) }, 'request not possible now');
          if (known && route.meta.errorsAsList && known.status === 400) throw toThrow({ status: 400, body: [known.body] });
          if (known) throw toThrow(inShapeOf(route.meta, known));
          if (!context.signal.aborted) log.error({ err: error, url: loggedAddress(request.url), method: request.method }, 'request failed');
          throw toThrow(inShapeOf(route.meta, defectAnswer(language, route.meta)));
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          if (error instanceof ORPCError && error.code === answered) throw error;
          // The remaining cause is a query or a form that could not be decoded.
          const cause = error instanceof ORPCError && error.cause instanceof AppError ? error.cause : new AppError('bad_request');
          log.debug({ err: error }, 'request not decodable');
          const { language, route } = context;
          throw toThrow(inShapeOf(route.meta, answerFor(cause, language) ?? defectAnswer(language)));
        }
      },
    ],
  });
}

interface ApiCall {
  route: MatchedRoute | undefined;
  visitor: Visitor | undefined;
  counter: Counter;
  refused?: AppError;
}

declare module 'fastify' {
  interface FastifyRequest {
    apiCall: ApiCall | undefined;
  }
}

export interface ApiOptions {
  router: AnyRouter;
  log: Log;
  resolveVisitor(request: FastifyRequest, reply: FastifyReply): Promise<Visitor | undefined>;
  languageOf(request: FastifyRequest): Language;
  onCall?: ((route: MatchedRoute, visitor: Visitor) => void) | undefined;
  /** Called before each export of personal data; if it throws, no data leaves. */
  onExport?: ((context: ApiContext) => Promise<void>) | undefined;
  readBody: BodyReader;
  pace: Pace;
}

const senderOf = ({ userId, company }: Actor) => ({ companyId: company.id, name: `user ${userId}` });

function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  onAnswerEnd(request, reply, () => {
    if (!reply.raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const handler = createHandler(options);

  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    let route: MatchedRoute | undefined;
    let refused: AppError | undefined;
    try {
      route = await handler.find(request.method, plainPath(request.raw.url ?? ''));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused = error;
    }
    const visitor = await options.resolveVisitor(request, reply);
    const counter = route?.meta.limit ?? (visitor ? (visitor.scopes ? 'token' : 'session') : 'visitor');
    request.apiCall = { route, visitor, counter, ...(refused ? { refused } : {}) };
  };

  const bodyOf = (
    request: FastifyRequest,
    reply: FastifyReply,
    { route, visitor }: { route: MatchedRoute; visitor?: Visitor | undefined },
  ) =>
    options.readBody(request, reply, {
      limit: bodyLimit(route, request),
      sender: visitor && senderOf(visitor.actor),
      decode: (bytes) => decodeBody(bytes, request.headers['content-type']),
    });

  // The handler reads the raw stream after authentication.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.decorateRequest('apiCall', undefined);
  app.addHook('onResponse', async (request) => {
    if (!hasBody(request.raw) || request.raw.readableEnded || request.raw.destroyed) return;
    const { visitor } = request.apiCall ?? {};
    const sender = visitor ? senderOf(visitor.actor).name : addressGroup(visitorAddress(request));
    discardRest(request.raw, (bytes) => options.pace(sender, bytes));
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('cache-control', 'no-store');
    const { route, visitor, refused } = request.apiCall ?? {};
    if (refused) throw refused;
    if (!route) throw new AppError('not_found');
    checkRequest(request, route, visitor);
    if (visitor) options.onCall?.(route, visitor);
    const signal = signalOf(request, reply);
    const body = await bodyOf(request, reply, { route, visitor });
    const language = visitor?.actor.language ?? options.languageOf(request);
    const context = { visitor: visitor?.actor, actor: visitor?.actor, language, request, reply, signal, route, body };
    const { userId, originalUserId } = visitor?.actor ?? {};
    await actingAs({ userId, originalUserId, address: visitorAddress(request), tokenId: visitor?.token?.id }, () =>
      handler.answer(context as ApiContext),
    );
    return reply;
  };
  for (const below of apiFolders) app.all(`${below}*`, { onRequest: identify }, answer);
}
