import { type AnyContractProcedure, type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import type { RouteMeta } from '@headwater/contract/route';
import { type Declared, errorResponses, errorSchemas } from './openapi-errors.ts';

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

/** What the generator leaves out: the last slash of a path, as ours are exact (SHELL-007), and the errors of each operation. */
function completed(document: OpenAPI.Document, contract: AnyContractRouter): OpenAPI.Document {
  const paths: Record<string, OpenAPI.PathItemObject> = {};
  for (const declared of proceduresOf(contract).map(declaredOf)) {
    const method = declared.method.toLowerCase() as 'get';
    const operation = document.paths?.[trimmed(declared.path)]?.[method] ?? document.paths?.[declared.path]?.[method];
    if (!operation) throw new Error(`the document does not hold ${declared.method} ${declared.path}`);
    const responses = { ...operation.responses, ...errorResponses(declared) } as typeof operation.responses;
    paths[declared.path] = { ...paths[declared.path], [method]: { ...operation, responses } };
  }
  const components = { ...document.components, schemas: { ...document.components?.schemas, ...errorSchemas } };
  return { ...document, paths, components } as OpenAPI.Document;
}

/** GET /api/schema/: the whole API as OpenAPI, made of the contract on the first call. */
export function mountSchema(app: FastifyInstance, contract: AnyContractRouter): void {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  let document: Promise<unknown> | undefined;
  const generate = async () => completed(await generator.generate(contract, { info: { title: 'Headwater', version: '5.1' } }), contract);
  app.get('/api/schema/', async (_request, reply) => {
    document ??= generate();
    return reply.type('application/json; charset=utf-8').send(await document);
  });
}
