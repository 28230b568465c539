import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** A part that must answer before traffic is sent here: its name and what is wrong with it, undefined when nothing is. */
export type ReadinessCheck = () => Promise<string | undefined>;

/** GET /healthz: the process runs. GET /readyz: every part answers, else 503 naming those that do not. GET /metrics: Prometheus text, for loopback scrapers only. */
export function mountHealth(app: FastifyInstance, checks: Readonly<Record<string, ReadinessCheck>>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'headwater_http_seconds',
    help: 'Duration of answers by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1, 2, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/healthz', { config: { rateLimit: false } }, () => ({ status: 'ok' }));
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, (await check().catch((error: Error) => error.message)) ?? 'ok'] as const),
    );
    const ready = entries.every(([, state]) => state === 'ok');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(entries) });
  });
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) return reply.status(404).send({ detail: 'Not found' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
