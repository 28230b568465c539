import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { AnyRouter } from '@orpc/server';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Language } from '@headwater/contract/errors';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { mountApi } from './api.ts';
import { limitConnections } from './connection-limit.ts';
import type { ApiContext, MatchedRoute, Visitor } from './context.ts';
import { ensureCsrfCookie } from './csrf.ts';
import { answerFor, defectAnswer, inShapeOf } from './error-response.ts';
import { loggedAddress } from './logged-address.ts';
import { type AllowedHosts, checkHost } from './hosts.ts';
import { registerRateLimits, type LookUp } from './rate-limits.ts';
import { type BodyReader, createBodyReader } from './request-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What holds for every request, for routes that are not of the contract. */
    bounds: { lookUp: LookUp; readBody: BodyReader };
  }
  interface FastifyContextConfig {
    /** Asked for by programs with a secret of their own in `Authorization: Bearer`: no cookie is set, and none counts. */
    bearer?: boolean;
    /** Asked for by mail programs and by strangers out of messages: no cookie is set, and a name that the installation had when they were sent is good. */
    fromMessages?: boolean;
    /** Asked for by those who watch over the installation, who may know it by any name. */
    anyHost?: boolean;
  }
}

export interface HttpOptions {
  log: Log;
  router: AnyRouter;
  /** A hash of the session's cookie, or of the API token, of a request, which may still be a wrong one; undefined where it has none. Left out: every request is looked up. */
  sessionOf?(request: FastifyRequest): string | undefined;
  /** Finds the person of a request's session; undefined without a valid one. */
  resolveVisitor(request: FastifyRequest, reply: FastifyReply): Promise<Visitor | undefined>;
  /** Hears of each call of a person that the guards have let in. */
  noteCall?: (route: MatchedRoute, visitor: Visitor) => void;
  /** Hears of each file of people before its first byte leaves; where it throws, nothing leaves. */
  noteExport?: (context: ApiContext) => Promise<void>;
  /** Language of a visitor without a session (I18N-003, I18N-004). */
  languageOf(request: FastifyRequest): Language;
  behindProxy: boolean;
  /** Names that this server may be called by; undefined: any. */
  hosts?: AllowedHosts;
  /** Addresses that pages may use besides this server: one that is told of errors, one that is shown in a frame, a captcha's. */
  outside?: { errorReports?: string | undefined; survey?: string | undefined; captcha?: string | undefined };
  /** Requests a minute of the visitors of one address before 429; more of one session, and fewer sign-ins. */
  requestsPerMinute?: number;
  /** Corrects the address of a request before a route is looked for. */
  rewriteUrl?(url: string): string;
  /** A connection is closed where its headers are not complete within this time. */
  slowHeadersMs?: number;
  /** A body that brings almost nothing within this time is given up. */
  slowBodyMs?: number;
  /** Further routes: health, metrics, the web app. */
  mount?(app: FastifyInstance): Promise<void> | void;
}

/** A whole request, its body included: 30 MB at a megabit a second. */
const requestTimeoutMs = 300_000;
const connections = 4096;
/** Fifty people behind one router, with the six that a browser opens. */
const connectionsPerAddress = 300;
const usualSlowHeadersMs = 10_000;

function createApp({ behindProxy, rewriteUrl = String, slowHeadersMs = usualSlowHeadersMs }: HttpOptions): FastifyInstance {
  const app = fastify({
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    requestTimeout: requestTimeoutMs,
    // An address may hold a query of 10,000 letters, six bytes each once encoded; the 16 kB of Node would refuse it without a word.
    http: {
      maxHeaderSize: 128 * 1024,
      headersTimeout: slowHeadersMs,
      connectionsCheckingInterval: slowHeadersMs / 2,
    },
    // One proxy: what clients themselves say of their address (X-Forwarded-For) is not believed.
    trustProxy: behindProxy && ((_address, hop) => hop === 0),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    logger: false,
  });
  app.server.maxConnections = connections;
  // Node forgets the address of a line that was hung up, and requests that were sent on it before are still counted by it.
  app.server.on('connection', (line) => Object.defineProperty(line, 'remoteAddress', { value: line.remoteAddress ?? 'gone' }));
  // All connections of a proxy have its address.
  if (!behindProxy) limitConnections(app.server, connectionsPerAddress);
  return app;
}

/** Puts the application together without listening; tests use its `inject`. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { languageOf, behindProxy, outside, hosts, log } = options;
  const app = createApp(options);
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
  const limits = await registerRateLimits(app, { perMinute: options.requestsPerMinute ?? 1200, sessionOf });
  app.addHook('onRequest', async (request, reply) => {
    const { anyHost, bearer, fromMessages } = request.routeOptions.config;
    if (!anyHost && !fromMessages) checkHost(request, hosts);
    if (!fromMessages && !bearer) ensureCsrfCookie(request, reply, behindProxy);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = request.apiCall?.visitor?.actor.language ?? languageOf(request);
    const answer = answerFor(error, language) ?? clientError(error, language);
    if (!answer) log.error({ err: error, url: loggedAddress(request.url) }, 'a request failed');
    const { meta = {} } = request.apiCall?.route ?? {};
    const { status, body, retryAfter } = inShapeOf(meta, answer ?? defectAnswer(language, meta));
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    void reply.status(status).send(body);
  });
  const resolveVisitor = async (request: FastifyRequest, reply: FastifyReply) => {
    if (options.sessionOf && sessionOf(request) === undefined) return undefined;
    return limits.lookUp(request, () => options.resolveVisitor(request, reply));
  };
  const readBody = createBodyReader(options.slowBodyMs ?? 20_000);
  app.decorate('bounds', { lookUp: limits.lookUp, readBody });
  mountApi(app, {
    router: options.router,
    log,
    resolveVisitor,
    languageOf,
    noteCall: options.noteCall,
    noteExport: options.noteExport,
    readBody,
  });
  await options.mount?.(app);
  return app;
}

const originOf = (address: string | undefined): string[] => (address === undefined ? [] : [new URL(address).origin]);

/** Its script comes from a host of its own. */
const captchaOrigins = (address: string | undefined): string[] =>
  originOf(address).flatMap((origin) => (origin === 'https://www.google.com' ? [origin, 'https://www.gstatic.com'] : [origin]));

/** What Fastify itself refuses before a handler runs (a broken header, an address that is not UTF-8). */
function clientError(error: FastifyError, language: Language) {
  if (!error.statusCode || error.statusCode >= 500) return undefined;
  return answerFor(new AppError(error.statusCode === 413 ? 'body_too_large' : 'bad_request'), language);
}
