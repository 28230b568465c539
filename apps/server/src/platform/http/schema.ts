import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';

/** GET /api/schema/: the whole API as OpenAPI, made of the contract on the first call. */
export function mountSchema(app: FastifyInstance, contract: AnyContractRouter): void {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  let document: Promise<unknown> | undefined;
  app.get('/api/schema/', async (_request, reply) => {
    document ??= generator.generate(contract, { info: { title: 'Headwater', version: '5.1' } });
    return reply.type('application/json; charset=utf-8').send(await document);
  });
}
