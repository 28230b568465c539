import { ORPCError, type AnyRouter } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { mayAccess } from '@headwater/domain/access';
import type { RouteMeta } from '@headwater/contract/route';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { createApiHandler } from './api-handler.ts';
import type { RequestContext } from './context.ts';
import { answerFor, defectAnswer, type ErrorAnswer, unkeepableAnswer } from './error-answer.ts';
import { unkeepableText } from './plain-text.ts';

/** The codes of `ORPCError` never reach the wire; this one carries a finished answer to the encoder. */
const answered = 'ANSWERED';

/** `body`: one, or a list of them (TPL-016). */
interface Refusal {
  status: number;
  body: ErrorAnswer['body'] | readonly ErrorAnswer['body'][];
}

const toThrow = ({ status, body }: Refusal) => new ORPCError(answered, { status, data: body });

const pathParams = (path: string | undefined) => [...(path ?? '').matchAll(/\{\+?(\w+)\}/g)].map((match) => match[1] ?? '');

/** SHELL-007: the router takes a path with and without its last slash; the contract means it to the letter. */
function checkPath(path: string, url: string): void {
  const [asked = ''] = url.split(/[?#]/);
  if (asked.endsWith('/') !== path.endsWith('/')) throw new AppError('not_found');
}

/** Decided from the contract, before the input is looked at: a visitor gets 401, a person without the right 403. */
function checkAccess({ access }: RouteMeta, visitor: Actor | undefined): void {
  if (!access) throw new Error('a route without access');
  if (access !== 'public' && !visitor) throw new AppError('unauthorized');
  if (!mayAccess(access, visitor)) throw new AppError('forbidden');
}

/** Mounts the contract's routes below /api, /sso and /messaging; every error leaves as the catalogue's body. */
export function mountApi(app: FastifyInstance, { router, log, contextOf }: ApiOptions): void {
  const handler = createApiHandler(router, {
    // Proxies end streams that are silent for a minute or less.
    eventIteratorKeepAliveInterval: 20_000,
    customErrorResponseBodyEncoder: (error) => (error.code === answered ? error.data : undefined),
    clientInterceptors: [
      async ({ next, context, procedure, input }) => {
        const { path = '' } = procedure['~orpc'].route;
        const params = pathParams(path);
        try {
          checkPath(path, context.request.url);
          checkAccess(procedure['~orpc'].meta as RouteMeta, context.visitor);
          const unkeepable = unkeepableText(input);
          if (unkeepable.length > 0) throw unkeepableAnswer(unkeepable, params);
          return await next();
        } catch (error) {
          const known = answerFor(error, context.language, params);
          if (known && known.status > 500) log.warn({ err: error, url: context.request.url }, 'a request could not be served now');
          const { errorsAsList } = procedure['~orpc'].meta as RouteMeta;
          if (known && errorsAsList && known.status === 400) throw toThrow({ status: 400, body: [known.body] });
          if (known) throw toThrow(known);
          if (!context.signal.aborted)
            log.error({ err: error, url: context.request.url, method: context.request.method }, 'a request failed');
          throw toThrow(defectAnswer(context.language));
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          if (error instanceof ORPCError && error.code === answered) throw error;
          // What is left is a body or query that could not be decoded.
          log.debug({ err: error }, 'a request could not be decoded');
          throw toThrow(answerFor(new ORPCError('BAD_REQUEST'), context.language) ?? defectAnswer(context.language));
        }
      },
    ],
  });
  // The handler reads the raw stream itself, so that one parser decides about JSON, forms and files.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.all('/api/*', async (request, reply) => {
    const context = await contextOf(request, reply);
    const { matched } = await handler.handle(request, reply, { context });
    if (!matched) {
      const answer = answerFor(new AppError('not_found'), context.language) ?? defectAnswer(context.language);
      await reply.status(answer.status).send(answer.body);
    }
    return reply;
  });
}

interface ApiOptions {
  router: AnyRouter;
  log: Log;
  contextOf(request: RequestContext['request'], reply: RequestContext['reply']): Promise<RequestContext>;
}
