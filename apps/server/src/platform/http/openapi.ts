import { type AnyContractProcedure, type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import type { RouteMeta } from '@headwater/contract/route';
import { type Declared, errorResponses, errorSchemas } from './openapi-errors.ts';
import { securityOf, securitySchemes } from './openapi-security.ts';

function proceduresOf(router: AnyContractRouter): AnyContractProcedure[] {
  return isContractProcedure(router) ? [router] : Object.values(router).flatMap((inner) => proceduresOf(inner as AnyContractRouter));
}

function declaredOf(procedure: AnyContractProcedure): Declared {
  const { route, meta, inputSchema } = procedure['~orpc'];
  return {
    method: route.method ?? 'POST',
    path: (route.path ?? '').replaceAll('{+', '{'),
    meta: meta as RouteMeta,
    takesInput: inputSchema !== undefined,
  };
}

const trimmed = (path: string) => path.replace(/\/$/, '');

const info = {
  title: 'Headwater',
  version: '5.1',
  description: 'All calls of Headwater. A program makes them with an API token, which the person creates under API management.',
  license: { name: 'MIT', identifier: 'MIT' },
};

/**
 * Corrects schemas of the generator. It adds the bound of whole numbers to a stricter one. It writes tuples as older versions of JSON Schema did, and
 * says nothing of their length.
 */
const corrected = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(corrected);
  if (typeof schema !== 'object' || schema === null) return schema;
  const isDouble = 'minimum' in schema && typeof schema.minimum === 'number' && 'exclusiveMinimum' in schema;
  const entries = Object.entries(schema).filter(([name]) => !(isDouble && name === 'minimum'));
  const next: Record<string, unknown> = Object.fromEntries(entries.map(([name, value]) => [name, corrected(value)]));
  const { type, items, prefixItems = Array.isArray(items) ? items : undefined } = next;
  if (type !== 'array' || !Array.isArray(prefixItems)) return next;
  return { ...next, prefixItems, items: false, minItems: prefixItems.length, maxItems: prefixItems.length };
};

interface Source {
  contract: AnyContractRouter;
  sessionCookie: string;
}

/** What the generator leaves out: the last slash of a path, as ours are exact (SHELL-007), who may call, and the errors of each operation. */
function completed(document: OpenAPI.Document, { contract, sessionCookie }: Source): OpenAPI.Document {
  const paths: Record<string, OpenAPI.PathItemObject> = {};
  for (const declared of proceduresOf(contract).map(declaredOf)) {
    const method = declared.method.toLowerCase() as 'get';
    const operation = document.paths?.[trimmed(declared.path)]?.[method] ?? document.paths?.[declared.path]?.[method];
    if (!operation) throw new Error(`the document does not hold ${declared.method} ${declared.path}`);
    const responses = { ...operation.responses, ...errorResponses(declared) } as typeof operation.responses;
    const tags = [operation.operationId?.split('.')[0] ?? 'other'];
    const security = securityOf(declared);
    paths[declared.path] = { ...paths[declared.path], [method]: { ...operation, tags, security, responses } };
  }
  const schemas = { ...document.components?.schemas, ...errorSchemas };
  const components = { ...document.components, schemas, securitySchemes: securitySchemes(sessionCookie) };
  return corrected({ ...document, servers: [{ url: '/' }], paths, components }) as OpenAPI.Document;
}

/** GET /api/schema/: the whole API as OpenAPI, made of the contract on the first call. */
export function mountSchema(app: FastifyInstance, source: Source): void {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  let document: Promise<unknown> | undefined;
  const generate = async () => completed(await generator.generate(source.contract, { info }), source);
  app.get('/api/schema/', async (_request, reply) => {
    document ??= generate();
    return reply.type('application/json; charset=utf-8').send(await document);
  });
}
