import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { AnyRouter } from '@orpc/server';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { mountApi } from './api.ts';
import type { RequestContext } from './context.ts';
import { checkCsrf, ensureCsrfCookie } from './csrf.ts';
import { answerFor, defectAnswer } from './error-answer.ts';

/** REQ-049: a request body up to 30 MB. */
const bodyLimit = 30 * 1024 * 1024;
const apiVersion = '5.1';
const forStrangers = /^\/api\/v6\/messaging\/(unsubscribe|track|click)\//;
/** A busy recruiter makes about a hundred requests a minute; fifty of them may sit behind one router. */
const officeFactor = 5;

export interface HttpOptions {
  log: Log;
  router: AnyRouter;
  /** Finds the person of a request's session; undefined without a valid one. */
  resolveVisitor(request: FastifyRequest, reply: FastifyReply): Promise<Actor | undefined>;
  /** Language of a visitor without a session (I18N-003, I18N-004). */
  languageOf(request: FastifyRequest): Language;
  behindProxy: boolean;
  /** Addresses that pages may use besides this server: one that is told of errors, one that is shown in a frame. */
  outside?: { errorReports?: string | undefined; survey?: string | undefined };
  /** Whether a request comes with a session's cookie, which may still be a wrong one. */
  bearsSession?(request: FastifyRequest): boolean;
  /** Requests a minute from one address before 429; more with sessions, as a whole office may share an address. */
  requestsPerMinute?: number;
  /** Further routes: health, metrics, the web app. */
  mount?(app: FastifyInstance): Promise<void> | void;
}

/** Puts the application together without listening; tests use its `inject`. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const perMinute = options.requestsPerMinute ?? 1200;
  const app = fastify({
    bodyLimit,
    // An address may hold a query of 10,000 letters, six bytes each once encoded; the 16 kB of Node would refuse it without a word.
    http: { maxHeaderSize: 128 * 1024 },
    // One proxy: what clients themselves say of their address (X-Forwarded-For) is not believed.
    trustProxy: options.behindProxy && ((_address, hop) => hop === 0),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    logger: false,
  });
  // Node forgets the address of a line that was hung up, and requests that were sent on it before are still counted by it.
  app.server.on('connection', (line) => Object.defineProperty(line, 'remoteAddress', { value: line.remoteAddress ?? 'gone' }));
  await app.register(cookie);
  await app.register(helmet, {
    strictTransportSecurity: options.behindProxy,
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'connect-src': ["'self'", ...originOf(options.outside?.errorReports)],
        'frame-src': ["'self'", ...originOf(options.outside?.survey)],
        'form-action': ["'self'", ...originOf(options.outside?.survey)],
        'img-src': ["'self'", 'data:', 'blob:'],
        'upgrade-insecure-requests': null,
      },
    },
  });
  await app.register(rateLimit, {
    max: (request) => perMinute * (options.bearsSession?.(request) && !request.url.startsWith('/api/v6/login/') ? officeFactor : 1),
    timeWindow: '1 minute',
    // A page is dozens of unchanging files, and a browser that has none of them asks for all at once.
    allowList: (request) => request.url.startsWith('/assets/'),
    errorResponseBuilder: (_request, { ttl }) => new AppError('too_many_requests', { seconds: Math.ceil(ttl / 1000) }),
  });
  app.addHook('onRequest', async (request, reply) => {
    // Addresses in letters: strangers get no cookie, and mail programs that unsubscribe (RFC 8058) have none to show.
    if (forStrangers.test(request.url)) return;
    ensureCsrfCookie(request, reply, options.behindProxy);
    if (!request.url.startsWith('/api/')) return;
    checkSize(request);
    checkVersion(request);
    checkCsrf(request);
    void reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = options.languageOf(request);
    const answer = answerFor(error, language) ?? clientError(error, language);
    if (!answer) options.log.error({ err: error, url: request.url }, 'a request failed');
    const { status, body } = answer ?? defectAnswer(language);
    void reply.status(status).send(body);
  });
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> => {
    const visitor = await options.resolveVisitor(request, reply);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    return {
      visitor,
      actor: visitor as Actor,
      language: visitor?.language ?? options.languageOf(request),
      request,
      reply,
      signal: gone.signal,
    };
  };
  mountApi(app, { router: options.router, log: options.log, contextOf });
  await options.mount?.(app);
  return app;
}

const originOf = (address: string | undefined): string[] => (address === undefined ? [] : [new URL(address).origin]);

/** What Fastify itself refuses before a handler runs (a broken header, an address that is not UTF-8). */
function clientError(error: FastifyError, language: Language) {
  if (!error.statusCode || error.statusCode >= 500) return undefined;
  return answerFor(new AppError(error.statusCode === 413 ? 'body_too_large' : 'bad_request'), language);
}

function checkSize(request: FastifyRequest): void {
  const length = Number(request.headers['content-length'] ?? 0);
  // Without a length the size could only be known by reading; no client of ours sends such a body.
  if (length > bodyLimit || request.headers['transfer-encoding'] !== undefined) throw new AppError('body_too_large');
}

/** REQ-007: served without the version header all the same; another version is refused. */
function checkVersion(request: FastifyRequest): void {
  const wanted = /version=([\d.]+)/.exec(request.headers.accept ?? '')?.[1];
  if (wanted !== undefined && wanted !== apiVersion) throw new AppError('version_unknown');
}
