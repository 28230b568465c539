import type { AnyContractRouter } from '@orpc/contract';
import { isContractProcedure } from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';

/** Paths of the contract, to the letter. */
function pathsOf(router: AnyContractRouter): string[] {
  if (isContractProcedure(router)) return [router['~orpc'].route.path ?? ''];
  return Object.values(router).flatMap((inner) => pathsOf(inner as AnyContractRouter));
}

const trimmed = (path: string) => path.replaceAll('{+', '{').replace(/\/$/, '');

/** The generator drops the last slash of a path; ours are exact (SHELL-007). */
function withExactPaths(document: OpenAPI.Document, contract: AnyContractRouter): OpenAPI.Document {
  const exact = new Map(pathsOf(contract).map((path) => [trimmed(path), path.replaceAll('{+', '{')]));
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [exact.get(path) ?? path, item] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** GET /api/schema/: the whole API as OpenAPI, made of the contract on the first call. */
export function mountSchema(app: FastifyInstance, contract: AnyContractRouter): void {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  let document: Promise<unknown> | undefined;
  const generate = async () =>
    withExactPaths(await generator.generate(contract, { info: { title: 'Headwater', version: '5.1' } }), contract);
  app.get('/api/schema/', async (_request, reply) => {
    document ??= generate();
    return reply.type('application/json; charset=utf-8').send(await document);
  });
}
