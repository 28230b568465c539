import { StandardOpenAPICodec, type StandardOpenAPIHandlerOptions, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { StandardBracketNotationSerializer, StandardOpenAPIJsonSerializer, StandardOpenAPISerializer } from '@orpc/openapi-client/standard';
import { type AnyProcedure, type AnyRouter, Procedure } from '@orpc/server';
import { FastifyHandler, type FastifyHandlerOptions } from '@orpc/server/fastify';
import { StandardHandler } from '@orpc/server/standard';
import type { RouteMeta } from '@headwater/contract/route';
import { AppError } from '#platform/errors.ts';
import type { ApiContext, MatchedRoute } from './context.ts';
import { unstorableAnswer } from './error-response.ts';
import { unstorableText } from './unstorable-text.ts';

type Options = FastifyHandlerOptions<ApiContext> & StandardOpenAPIHandlerOptions<ApiContext>;

const maxFields = 1000;
const maxFieldName = 200;
const maxArrayIndex = 999;

export const pathParams = (path: string) => [...path.matchAll(/\{\+?(\w+)\}/g)].map((match) => match[1] ?? '');

type Schema = NonNullable<AnyProcedure['~orpc']['inputSchema']>;

function withKeepableText(schema: Schema, params: readonly string[]): Schema {
  const own = schema['~standard'];
  const validate: typeof own.validate = async (input: unknown) => {
    const result = await own.validate(input);
    if (result.issues) return result;
    const unkeepable = unstorableText(result.value);
    if (unkeepable.length > 0) throw unstorableAnswer(unkeepable, params);
    return result;
  };
  return { '~standard': { ...own, validate } };
}

class Matcher extends StandardOpenAPIMatcher {
  readonly #guarded = new WeakMap<AnyProcedure, AnyProcedure>();

  override async match(method: string, path: `/${string}`) {
    const match = await super.match(method, path);
    return match && { ...match, procedure: this.#guard(match.procedure) };
  }

  #guard(procedure: AnyProcedure): AnyProcedure {
    let guarded = this.#guarded.get(procedure);
    if (!guarded) {
      const { inputSchema, route } = procedure['~orpc'];
      const params = pathParams(route.path ?? '');
      guarded = inputSchema ? new Procedure({ ...procedure['~orpc'], inputSchema: withKeepableText(inputSchema, params) }) : procedure;
      this.#guarded.set(procedure, guarded);
    }
    return guarded;
  }
}

class Serializer extends StandardOpenAPISerializer {
  override deserialize(data: unknown): unknown {
    if (data instanceof URLSearchParams || data instanceof FormData) {
      const names = [...data.keys()];
      if (names.length > maxFields || names.some((name) => name.length > maxFieldName)) throw new AppError('too_many_values');
    }
    return super.deserialize(data);
  }
}

class Handler extends StandardHandler<ApiContext> {
  override handle(...[request, options]: Parameters<StandardHandler<ApiContext>['handle']>) {
    const { body } = options.context;
    return super.handle({ ...request, body: () => Promise.resolve(body) }, options);
  }
}

export interface ApiHandler {
  /** Matches a plain path. SHELL-007: with or without its trailing slash. */
  find(method: string, path: string): Promise<MatchedRoute | undefined>;
  answer(context: ApiContext): Promise<void>;
}

/**
 * Uses JSON.stringify: oRPC's serializer copies every value, which was a fifth of the garbage of a
 * search.
 */
export function createApiHandler(router: AnyRouter, options: Options): ApiHandler {
  const json = new StandardOpenAPIJsonSerializer();
  json.serialize = (data) => [data, data instanceof Blob];
  const brackets = new StandardBracketNotationSerializer({ maxBracketNotationArrayIndex: maxArrayIndex });
  const codec = new StandardOpenAPICodec(new Serializer(json, brackets), options);
  const matcher = new Matcher(options);
  const handler = new FastifyHandler(new Handler(router, matcher, codec, options), options);
  return {
    async find(method, path) {
      const match = await matcher.match(method, `/${path.replace(/^\/|\/$/g, '')}`);
      const { path: declared = '' } = match?.procedure['~orpc'].route ?? {};
      if (!match || declared.endsWith('/') !== path.endsWith('/')) return undefined;
      return {
        method: match?.procedure['~orpc'].route.method ?? method,
        path: declared,
        meta: match.procedure['~orpc'].meta as RouteMeta,
        procedure: match.procedure,
      };
    },
    async answer(context) {
      await handler.handle(context.request, context.reply, { context });
    },
  };
}
