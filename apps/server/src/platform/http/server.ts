import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { AnyRouter } from '@orpc/server';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { escapeHtml } from '@headwater/domain/escape-html';
import { type ErrorBody, type Language, message } from '@headwater/contract/errors';
import { systemClock } from '#platform/clock.ts';
import type { ShareCounts } from '#platform/counts/share-counts.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { apiFolders, mountApi } from './api.ts';
import { limitConnections } from './connection-limit.ts';
import type { ApiContext, MatchedRoute, Visitor } from './context.ts';
import { ensureCsrfCookie } from './csrf.ts';
import { answerFor, defectAnswer, inShapeOf } from './error-response.ts';
import { loggedAddress } from './logged-address.ts';
import { type AllowedHosts, checkHost } from './hosts.ts';
import { mountDraining } from './draining.ts';
import { createPace } from './pace.ts';
import { plainPage } from './plain-page.ts';
import { registerRateLimits, type LookUp } from './rate-limits.ts';
import { type BodyReader, createBodyReader } from './request-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    bounds: { lookUp: LookUp; readBody: BodyReader };
  }
  interface FastifyContextConfig {
    bearer?: boolean;
    /** Linked from messages: sets no cookie, and accepts any former host name. */
    fromMessages?: boolean;
    anyHost?: boolean;
  }
}

export interface HttpOptions {
  log: Log;
  router: AnyRouter;
  /** Hash of the session cookie or API token, not verified. Undefined method: no caching. */
  sessionOf?(request: FastifyRequest): string | undefined;
  resolveVisitor(request: FastifyRequest, reply: FastifyReply): Promise<Visitor | undefined>;
  onCall?: (route: MatchedRoute, visitor: Visitor) => void;
  onExport?: (context: ApiContext) => Promise<void>;
  languageOf(request: FastifyRequest): Language;
  behindProxy: boolean;
  hosts?: AllowedHosts;
  /** External addresses for the Content-Security-Policy. */
  outside?: { errorReports?: string | undefined; survey?: string | undefined; captcha?: string | undefined };
  requestsPerMinute?: number;
  /** Adds up requests of several processes. */
  counts?: ShareCounts;
  rewriteUrl?(url: string): string;
  slowHeadersMs?: number;
  slowBodyMs?: number;
  mount?(app: FastifyInstance): Promise<void> | void;
}

/** A whole request: 30 MB at 1 Mbit/s. */
const requestTimeoutMs = 300_000;
const connections = 4096;
/** Fifty people behind one router, with the six connections of a browser. */
const connectionsPerAddress = 300;
const usualSlowHeadersMs = 10_000;

function createApp({ behindProxy, rewriteUrl = String, slowHeadersMs = usualSlowHeadersMs }: HttpOptions): FastifyInstance {
  const app = fastify({
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    requestTimeout: requestTimeoutMs,
    // A query of 10,000 characters takes 60 kB encoded; Node's default of 16 kB would reject it.
    http: {
      maxHeaderSize: 128 * 1024,
      headersTimeout: slowHeadersMs,
      connectionsCheckingInterval: slowHeadersMs / 2,
    },
    // Trusts only the proxy itself, not X-Forwarded-For of clients.
    trustProxy: behindProxy && ((_address, hop) => hop === 0),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    logger: false,
  });
  app.server.maxConnections = connections;
  // Node drops the address of a closed connection, but the rate limit of its requests needs it.
  app.server.on('connection', (line) => Object.defineProperty(line, 'remoteAddress', { value: line.remoteAddress ?? 'gone' }));
  // All connections of a proxy have its address.
  if (!behindProxy) limitConnections(app.server, connectionsPerAddress);
  return app;
}

export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { languageOf, behindProxy, outside, hosts, log } = options;
  const app = createApp(options);
  mountDraining(app, systemClock);
  await app.register(cookie);
  await app.register(helmet, {
    strictTransportSecurity: behindProxy,
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...captchaOrigins(outside?.captcha)],
        'style-src': ["'self'", "'unsafe-inline'"],
        'connect-src': ["'self'", ...originOf(outside?.errorReports)],
        'frame-src': ["'self'", ...originOf(outside?.survey), ...captchaOrigins(outside?.captcha)],
        'form-action': ["'self'", ...originOf(outside?.survey)],
        'img-src': ["'self'", 'data:', 'blob:'],
        'upgrade-insecure-requests': null,
      },
    },
  });
  const sessionOf = (request: FastifyRequest) => options.sessionOf?.(request);
  const limits = await registerRateLimits(app, { perMinute: options.requestsPerMinute ?? 1200, counts: options.counts, sessionOf });
  app.addHook('onRequest', async (request, reply) => {
    const { anyHost, bearer, fromMessages } = request.routeOptions.config;
    if (!anyHost && !fromMessages) checkHost(request, hosts);
    if (!fromMessages && !bearer) ensureCsrfCookie(request, reply, behindProxy);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = request.apiCall?.visitor?.actor.language ?? languageOf(request);
    const answer = answerFor(error, language) ?? clientError(error, language);
    if (!answer) log.error({ err: error, url: loggedAddress(request.url) }, 'request failed');
    const { meta = {} } = request.apiCall?.route ?? {};
    const { status, body, retryAfter } = inShapeOf(meta, answer ?? defectAnswer(language, meta));
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    if (isPageRequest(request)) void reply.status(status).type('text/html; charset=utf-8').send(errorPage(body, language));
    else void reply.status(status).send(body);
  });
  const resolveVisitor = async (request: FastifyRequest, reply: FastifyReply) => {
    if (options.sessionOf && sessionOf(request) === undefined) return undefined;
    return limits.lookUp(request, () => options.resolveVisitor(request, reply));
  };
  const pace = createPace();
  const readBody = createBodyReader(options.slowBodyMs ?? 20_000, pace);
  app.decorate('bounds', { lookUp: limits.lookUp, readBody });
  mountApi(app, {
    router: options.router,
    log,
    resolveVisitor,
    languageOf,
    onCall: options.onCall,
    onExport: options.onExport,
    readBody,
    pace,
  });
  await options.mount?.(app);
  return app;
}

const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && (headers.accept ?? '').includes('text/html') && !apiFolders.some((folder) => url.startsWith(folder));

const errorPage = ({ detail }: ErrorBody, language: Language): string =>
  plainPage(language, { title: message('page_failed', language), about: escapeHtml(String(detail ?? '')) });

const originOf = (address: string | undefined): string[] => (address === undefined ? [] : [new URL(address).origin]);

/** Google serves the script from another host. */
const captchaOrigins = (address: string | undefined): string[] =>
  originOf(address).flatMap((origin) => (origin === 'https://www.google.com' ? [origin, 'https://www.gstatic.com'] : [origin]));

/** Errors of Fastify before a handler runs: an invalid header, an address that is not UTF-8. */
function clientError(error: FastifyError, language: Language) {
  if (!error.statusCode || error.statusCode >= 500) return undefined;
  return answerFor(new AppError(error.statusCode === 413 ? 'body_too_large' : 'bad_request'), language);
}
