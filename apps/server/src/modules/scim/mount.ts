import { message } from '@headwater/contract/errors';
import { scimUserId } from '@headwater/domain/companies/scim';
import { actingAs } from '#platform/database/acting.ts';
import { AppError } from '#platform/errors.ts';
import { hasBody } from '#platform/http/body.ts';
import { isSafe } from '#platform/http/csrf.ts';
import { parseContentType } from '#platform/http/content-type.ts';
import { loggedAddress } from '#platform/http/logged-address.ts';
import { readJson } from '#platform/http/read-json.ts';
import { visitorAddress } from '#platform/http/visitor-address.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Handler } from './calls.ts';
import { type Caller, findCaller } from './caller.ts';
import { groupCalls } from './group-calls.ts';
import { findResourceType, findSchema, listResourceTypes, listSchemas, serviceProviderConfig } from './protocol/discovery.ts';
import { errorAnswer, notFound, scimAnswerFor, ScimError } from './protocol/error.ts';
import { readListRequest } from './protocol/list.ts';
import { basePath } from './protocol/names.ts';
import { searchAll } from './search-all.ts';
import type { ScimServices } from './services.ts';
import { userCalls } from './user-calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    scimCaller: Caller | undefined;
  }
}

type Methods = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>;

const requireResource = (resource: object | undefined) => {
  if (!resource) throw notFound();
  return { status: 200, body: resource };
};
const unsupported: Handler = () => {
  throw new ScimError(501, 'Not supported by this server');
};

const withBodyQuery =
  (list: Handler): Handler =>
  (call) =>
    list({ ...call, list: readListRequest(call.body ?? {}) });

function routes(services: ScimServices): Record<string, Methods> {
  const [users, groups] = [userCalls(services), groupCalls(services)];
  const one = ({ find, replace, patch, remove }: typeof users): Methods => ({ GET: find, PUT: replace, PATCH: patch, DELETE: remove });
  return {
    '/Users': { GET: users.list, POST: users.create },
    '/Users/.search': { POST: withBodyQuery(users.list) },
    '/Users/:id': one(users),
    '/Groups': { GET: groups.list, POST: groups.create },
    '/Groups/.search': { POST: withBodyQuery(groups.list) },
    '/Groups/:id': one(groups),
    '/ServiceProviderConfig': { GET: ({ client }) => requireResource(serviceProviderConfig(client.base)) },
    '/ResourceTypes': { GET: ({ client }) => requireResource(listResourceTypes(client.base)) },
    '/ResourceTypes/:id': { GET: ({ client, id }) => requireResource(findResourceType(client.base, id)) },
    '/Schemas': { GET: ({ client }) => requireResource(listSchemas(client.base)) },
    '/Schemas/:id': { GET: ({ client, id }) => requireResource(findSchema(client.base, id)) },
    '/.search': { POST: searchAll(users.list, groups.list) },
    '/Bulk': { POST: unsupported },
    '/Me': { GET: unsupported, POST: unsupported, PUT: unsupported, PATCH: unsupported, DELETE: unsupported },
  };
}

const bodyBytes = 1024 ** 2;
const media = new Set(['application/scim+json', 'application/json']);

function checkCall(request: FastifyRequest): Caller {
  const { scimCaller: caller, headers } = request;
  if (!caller) throw new AppError('unauthorized');
  if (!caller.isLicensed) throw new AppError('license_inactive');
  if (Number(headers['content-length'] ?? 0) > bodyBytes) throw new AppError('body_too_large');
  if (isSafe(request) || !hasBody(request.raw)) return caller;
  const type = parseContentType(headers['content-type'] ?? 'application/scim+json');
  const isText = /^utf-?8$/i.test(type?.parameters.get('charset') ?? 'utf-8');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!type || !media.has(type.media) || !isText || !isPlain) throw new AppError('media_type', { type: 'application/scim+json' });
  return caller;
}

function decode(bytes: Buffer): unknown {
  return bytes.length === 0 ? undefined : readJson(bytes);
}

const headerOf = ({ headers }: FastifyRequest, name: 'if-match' | 'if-none-match') => headers[name];

async function callOf(request: FastifyRequest, reply: FastifyReply, client: Caller): Promise<Call> {
  const { searchParams } = new URL(request.url, 'http://inside.invalid');
  const sender = { companyId: client.companyId, name: `scim ${client.companyId}` };
  const body = await request.server.bounds.readBody(request, reply, { limit: bodyBytes, sender, decode });
  const { id = '' } = request.params as { id?: string };
  return {
    client,
    id,
    list: readListRequest(Object.fromEntries(searchParams)),
    body,
    ifMatch: headerOf(request, 'if-match'),
    ifNoneMatch: headerOf(request, 'if-none-match'),
  };
}

const createHandler = (methods: Methods | undefined) => async (request: FastifyRequest, reply: FastifyReply) => {
  const client = checkCall(request);
  if (!methods) throw notFound();
  const handler = methods[(request.method === 'HEAD' ? 'GET' : request.method) as keyof Methods];
  if (!handler) {
    void reply.header('allow', Object.keys(methods).join(', '));
    throw new ScimError(405, 'Not supported at this address');
  }
  const call = await callOf(request, reply, client);
  const {
    status,
    body,
    headers = {},
  } = await actingAs({ userId: scimUserId, address: visitorAddress(request) }, async () => handler(call));
  void reply.status(status).headers(headers);
  return body ? reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(body)) : reply.send();
};

function clientError({ statusCode }: FastifyError) {
  return statusCode !== undefined && statusCode < 500 ? new ScimError(statusCode, 'The request is not understood') : undefined;
}

/** SCIM 2.0 (RFC 7643, RFC 7644). The token identifies the company. */
export function mountScim(app: FastifyInstance, services: ScimServices): void {
  app.decorateRequest('scimCaller', undefined);
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      request.scimCaller = await scope.bounds.lookUp(request, () => findCaller(services, request));
      request.apiCall = { route: undefined, visitor: undefined, counter: request.scimCaller ? 'token' : 'visitor' };
    });
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const answer = scimAnswerFor(error) ?? scimAnswerFor(clientError(error));
      if (!answer) services.log.error({ err: error, url: loggedAddress(request.url), method: request.method }, 'SCIM call failed');
      const { status, body, retryAfter } = answer ?? errorAnswer(new ScimError(500, message('internal', 'en')));
      if (status === 401) void reply.header('www-authenticate', 'Bearer');
      if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
      void reply.status(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body));
    });
    const config = { bearer: true };
    for (const [path, methods] of Object.entries(routes(services)))
      for (const end of ['', '/']) scope.all(`${basePath}${path}${end}`, { config }, createHandler(methods));
    for (const path of [basePath, `${basePath}/*`]) scope.all(path, { config }, createHandler(undefined));
  });
}
