import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { isLoopbackAddress, isLoopbackHost } from '#platform/loopback.ts';

/** A part that must answer before traffic is sent here. Throws where it does not. */
export type ReadinessCheck = () => Promise<void>;

/** Who is shown the figures of the process. */
export type MetricsAccess = { token: string } | 'this_machine' | 'nobody';

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

function mayReadMetrics(request: FastifyRequest, access: MetricsAccess): boolean {
  if (access === 'nobody') return false;
  const { authorization, host = '' } = request.headers;
  if (access !== 'this_machine') return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${access.token}`));
  const isDirect = forwarding.every((header) => request.headers[header] === undefined);
  return isDirect && isLoopbackAddress(request.socket.remoteAddress ?? '') && isLoopbackHost(host.replace(/:\d+$/, ''));
}

interface HealthOptions {
  checks: Readonly<Record<string, ReadinessCheck>>;
  metrics: MetricsAccess;
  log: Log;
}

/**
 * GET /healthz: the process runs. GET /readyz: every part answers, else 503 naming those that do not; why stands in the log.
 * GET /metrics: Prometheus text for those who may read it.
 */
export function mountHealth(app: FastifyInstance, { checks, metrics, log }: HealthOptions): void {
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
    const route = request.apiCall?.route?.path ?? request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  const config = { rateLimit: false, anyHost: true } as const;
  const stateOf = async (name: string, check: ReadinessCheck) => {
    try {
      await check();
      return 'ok';
    } catch (error) {
      log.warn({ err: error, part: name }, 'a part of the installation does not answer');
      return 'away';
    }
  };
  app.get('/healthz', { config }, () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const entries = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await stateOf(name, check)] as const));
    const ready = entries.every(([, state]) => state === 'ok');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(entries) });
  });
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayReadMetrics(request, metrics)) throw new AppError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
