import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contract } from '@headwater/contract/contract';
import type { Env } from '../env.ts';
import { visitorOffers } from './visitor-services.ts';
import { createCallerResolver } from './callers.ts';
import { sessionCookie } from '#modules/accounts/session.ts';
import { createCallCounter } from '#modules/api-usage/counter.ts';
import { mountSignOut } from '#modules/accounts/sign-out.ts';
import { noteExport } from '#modules/audit/public.ts';
import type { Clock } from '#platform/clock.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Database } from '#platform/database/database.ts';
import { apiTokenOf, bearerTokenOf } from '#platform/http/api-token.ts';
import { allowedHosts } from '#platform/http/hosts.ts';
import { type MetricsAccess, mountHealth } from '#platform/http/health.ts';
import { preferredLanguage } from '#platform/http/language.ts';
import { mountSchema } from '#platform/http/openapi.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { mountWebApp } from '#platform/http/web-app.ts';
import type { Log } from '#platform/log.ts';

const databaseReady = async (database: Database) => {
  await database.pool.query('select 1');
};

/** Where the public address or a proxy is set, a connection from this machine may be anybody's. */
const metricsAccess = (env: Env): MetricsAccess => {
  if (env.HEADWATER_METRICS_TOKEN !== undefined) return { token: env.HEADWATER_METRICS_TOKEN };
  return env.HEADWATER_BEHIND_PROXY || env.HEADWATER_URL !== undefined ? 'nobody' : 'this_machine';
};

interface HttpSide {
  env: Env;
  database: Database;
  clock: Clock;
  log: Log;
}

interface HttpNeeds {
  router: AnyRouter;
  mount(app: FastifyInstance): void;
  smtpUrl: string | undefined;
  /** That people may sign in with. */
  services: readonly string[];
}

/** The HTTP server around the calls of the modules: sessions, health, the schema, sign-out and the built web app. */
export function wireHttp(
  { env, database, clock, log }: HttpSide,
  { router, mount, smtpUrl, services }: HttpNeeds,
): (webFolder?: string) => Promise<FastifyInstance> {
  const resolveVisitor = createCallerResolver({ database, clock });
  return async (webFolder) => {
    const counter = createCallCounter({ database, clock, log });
    return createHttpServer({
      log,
      router,
      resolveVisitor,
      sessionOf(request) {
        const { bearer } = request.routeOptions.config;
        const value = bearer ? bearerTokenOf(request) : (apiTokenOf(request) ?? request.cookies[sessionCookie]);
        return value && hashToken(value).toString('base64');
      },
      noteCall: counter.note,
      noteExport: noteExport({ database, clock }),
      languageOf: (request: FastifyRequest) => preferredLanguage(request.hostname, request.headers['x-language']),
      behindProxy: env.HEADWATER_BEHIND_PROXY,
      requestsPerMinute: env.HEADWATER_REQUESTS_PER_MINUTE,
      hosts: allowedHosts({
        loopback: env.loopback,
        url: env.HEADWATER_URL,
        brandingHosts: env.brandings.flatMap((branding) => branding.hosts),
      }),
      outside: { errorReports: env.HEADWATER_ERROR_REPORT_URL, survey: env.survey?.address, captcha: env.captcha?.url },
      async mount(app) {
        app.addHook('onClose', counter.stop);
        mountHealth(app, { checks: { database: () => databaseReady(database) }, metrics: metricsAccess(env), log });
        mountSchema(app, { contract, sessionCookie });
        mountSignOut(app, database);
        mount(app);
        if (webFolder)
          await mountWebApp(app, webFolder, {
            log,
            errorReports: env.HEADWATER_ERROR_REPORT_URL,
            brandings: env.brandings,
            sessionCookie,
            visitorsMay: visitorOffers({ env, database }, { smtpUrl, services }),
          });
      },
    });
  };
}
