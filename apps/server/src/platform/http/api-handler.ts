import { StandardOpenAPICodec, type StandardOpenAPIHandlerOptions, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { StandardBracketNotationSerializer, StandardOpenAPIJsonSerializer, StandardOpenAPISerializer } from '@orpc/openapi-client/standard';
import type { AnyRouter } from '@orpc/server';
import { FastifyHandler, type FastifyHandlerOptions } from '@orpc/server/fastify';
import { StandardHandler } from '@orpc/server/standard';
import type { RequestContext } from './context.ts';

type Options = FastifyHandlerOptions<RequestContext> & StandardOpenAPIHandlerOptions<RequestContext>;

/**
 * oRPC's handler of OpenAPI routes, but for one thing: it copies each answer value by value, to write down what JSON does not know (dates, sets,
 * large integers). The contract's answers hold none of these, and the copy was a fifth of the garbage of a search.
 */
export function createApiHandler(router: AnyRouter, options: Options): FastifyHandler<RequestContext> {
  const json = new StandardOpenAPIJsonSerializer();
  json.serialize = (data) => [data, data instanceof Blob];
  const serializer = new StandardOpenAPISerializer(json, new StandardBracketNotationSerializer(options));
  const codec = new StandardOpenAPICodec(serializer, options);
  return new FastifyHandler(new StandardHandler(router, new StandardOpenAPIMatcher(options), codec, options), options);
}
