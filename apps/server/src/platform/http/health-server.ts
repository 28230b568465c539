import { fastify, type FastifyInstance } from 'fastify';
import { answerFor, defectAnswer } from './error-response.ts';
import { type HealthOptions, mountHealth } from './health.ts';

export function createHealthServer(options: HealthOptions): FastifyInstance {
  const app = fastify({ logger: false });
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = answerFor(error, 'en') ?? defectAnswer('en');
    return reply.status(status).send(body);
  });
  mountHealth(app, options);
  return app;
}
