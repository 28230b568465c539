import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contract } from '@headwater/contract/contract';
import type { Env } from '../env.ts';
import { visitorOffers } from './visitor-services.ts';
import { createCallerResolver } from './callers.ts';
import type { Application } from './foundation.ts';
import { wireHealth } from './health.ts';
import { sessionCookie } from '#modules/accounts/sessions/session.ts';
import { createCallCounter } from '#modules/api-usage/counter.ts';
import { mountSignOut } from '#modules/accounts/sessions/sign-out.ts';
import { recordExport } from '#modules/audit/public.ts';
import { plainScimUrl } from '#modules/scim/protocol/names.ts';
import type { Clock } from '#platform/clock.ts';
import type { ShareCounts } from '#platform/counts/share-counts.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { SearchService } from '#modules/search/public.ts';
import type { Database } from '#platform/database/database.ts';
import { apiTokenOf, bearerTokenOf } from '#platform/http/api-token.ts';
import { allowedHosts } from '#platform/http/hosts.ts';
import { mountHealth } from '#platform/http/health.ts';
import { createHealthServer } from '#platform/http/health-server.ts';
import { preferredLanguage } from '#platform/http/language.ts';
import { mountSchema } from '#platform/http/openapi.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { mountWebApp } from '#platform/http/web-app.ts';
import type { Figure } from '#platform/figures.ts';
import type { Log } from '#platform/log.ts';

interface HttpSide {
  env: Env;
  database: Database;
  clock: Clock;
  log: Log;
  counts: ShareCounts;
}

interface HttpNeeds {
  router: AnyRouter;
  mount(app: FastifyInstance): void;
  search: SearchService;
  smtpUrl: string | undefined;
  services: readonly string[];
  usageFigures(): Figure[];
}

export function wireHttp(
  { env, database, clock, log, counts }: HttpSide,
  { router, mount, search, smtpUrl, services, usageFigures }: HttpNeeds,
): Pick<Application, 'createHttp' | 'createHealth'> {
  const resolveVisitor = createCallerResolver({ database, clock });
  const health = wireHealth({ env, database, clock, log }, { search, usageFigures });
  const createHttp: Application['createHttp'] = async (webFolder) => {
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
      onCall: counter.note,
      onExport: recordExport({ database, clock }),
      languageOf: (request: FastifyRequest) => preferredLanguage(request.hostname, request.headers['x-language']),
      rewriteUrl: plainScimUrl,
      behindProxy: env.HEADWATER_BEHIND_PROXY,
      requestsPerMinute: env.HEADWATER_REQUESTS_PER_MINUTE,
      counts,
      hosts: allowedHosts({
        loopback: env.loopback,
        url: env.HEADWATER_URL,
        brandingHosts: env.brandings.flatMap((branding) => branding.hosts),
      }),
      outside: { errorReports: env.HEADWATER_ERROR_REPORT_URL, survey: env.survey?.address, captcha: env.captcha?.url },
      async mount(app) {
        app.addHook('onClose', counter.stop);
        mountHealth(app, health);
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
  return { createHttp, createHealth: () => createHealthServer(health) };
}
