import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '#platform/errors.ts';
import type { Figure, ReadFigures } from '#platform/figures.ts';
import type { Log } from '#platform/log.ts';
import { isLoopbackAddress, isLoopbackHost } from '#platform/loopback.ts';

/** Throws if the part is not ready for traffic. */
type ReadinessCheck = () => Promise<void>;

export class NotReady extends Error {
  readonly state: string;
  constructor(state: string, reason: string) {
    super(reason);
    this.state = state;
  }
}

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

interface PartState {
  name: string;
  state: string;
  reason?: string;
}

export interface HealthOptions {
  checks: Readonly<Record<string, ReadinessCheck>>;
  metrics: MetricsAccess;
  readFigures: ReadFigures;
  log: Log;
}

function printFigures(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry();
  const gauges = new Map<string, Gauge>();
  for (const { name, help, labels = {}, value } of figures) {
    const gauge =
      gauges.get(name) ?? new Gauge({ name: `headwater_${name}`, help, labelNames: Object.keys(labels), registers: [registry] });
    gauges.set(name, gauge);
    gauge.set(labels, value);
  }
  return registry.metrics();
}

/**
 * GET /healthz: the process runs. GET /readyz: 503 lists parts that are not ready. GET /metrics:
 * Prometheus text, with access control.
 */
export function mountHealth(app: FastifyInstance, { checks, metrics, readFigures, log }: HealthOptions): void {
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
  const stateOf = async (name: string, check: ReadinessCheck): Promise<PartState> => {
    try {
      await check();
      return { name, state: 'ok' };
    } catch (error) {
      log.warn({ err: error, part: name }, 'part not ready');
      return error instanceof NotReady ? { name, state: error.state, reason: error.message } : { name, state: 'away' };
    }
  };
  app.get('/healthz', { config }, () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const parts = await Promise.all(Object.entries(checks).map(([name, check]) => stateOf(name, check)));
    const isReady = parts.every(({ state }) => state === 'ok');
    const reasons = parts.flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason] as const]));
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      ...Object.fromEntries(parts.map(({ name, state }) => [name, state])),
      ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}),
    });
  });
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayReadMetrics(request, metrics)) throw new AppError('not_found');
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await printFigures(await readFigures())}`);
  });
}
