import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { acceptForms } from '../form.ts';
import { answerToken } from './access.ts';
import { registerHarvest } from './harvest.ts';
import { registerIngestion } from './ingestion.ts';
import { createWorld, type GreenhouseWorld, type WorldOptions } from './world.ts';

/** Paths below the base: those of auth., harvest. and api.greenhouse.io */
export function registerGreenhouse(app: FastifyInstance, base: string, world: GreenhouseWorld): void {
  app.post(`${base}/auth/token`, (request, reply) => answerToken(world, request, reply));
  registerHarvest(app, `${base}/harvest/v3`, world);
  registerIngestion(app, `${base}/ingestion/v1/partner`, world);
}

export type GreenhouseServer = { url: string; world: GreenhouseWorld; stop(): Promise<void> };

/** A server of its own, for tests. */
export async function startGreenhouse(options: WorldOptions): Promise<GreenhouseServer> {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  acceptForms(app);
  const world = createWorld(options);
  registerGreenhouse(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
