import { createRouterClient } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { wireAccounts } from './wiring/accounts.ts';
import { wireCampaigns } from './wiring/campaigns.ts';
import { wireInstallation } from './wiring/installation.ts';
import { wireIntegrations } from './wiring/ats.ts';
import { mergeRoutes, openCore, resealingLoop, type RunningWork, startLoops, untilIdle } from './wiring/core.ts';
import { type Application, type ApplicationOptions, type Infrastructure, openInfrastructure } from './wiring/foundation.ts';
import { wireHttp } from './wiring/http.ts';
import { wireMail } from './wiring/mail.ts';
import { wireMessaging } from './wiring/messaging.ts';
import { wireNotices } from './wiring/notices.ts';
import { demoInfrastructure, openDemoHistory } from './wiring/demo-past.ts';
import { wirePrivacy } from './wiring/privacy.ts';
import { wirePeople } from './wiring/people.ts';
import { wireSearch } from './wiring/search.ts';
import { wireSso } from './wiring/sso.ts';
import { wireTelegram } from './wiring/telegram.ts';
import { openLanguageModels, wireTexts } from './wiring/texts.ts';
import { wireVacancies } from './wiring/vacancies.ts';
import type { Calls } from '#modules/demo/past-port.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import { startWorker } from '#platform/queue/queue.ts';

export type { Application } from './wiring/foundation.ts';

/** Concurrent AI searches: they spend most of their time waiting for the language model. */
const searchTasks = 8;

function wireAll({ clock, ...options }: ApplicationOptions, base: Infrastructure) {
  const { env, log, databaseUrl, ownerUrl, demo, resolver, readMailEveryMs, openMoreChannels, answerClock = clock } = options;
  const definitions: JobDefinition<never>[] = [];
  const core = openCore({ ...base, env, clock, log, databaseUrl, definitions });
  const messaging = wireMessaging(core, { ...base, staysHere: demo !== undefined, resolver, openMoreChannels });
  const vacancies = wireVacancies(core, base);
  const campaigns = wireCampaigns(core, { ...base, ...messaging, ...vacancies });
  const mail = wireMail(core, { ...base, ...messaging, ...campaigns, demo, readMailEveryMs });
  const texts = wireTexts(core, { ...base, models: openLanguageModels(env, demo) });
  const [accounts, people, search] = [
    wireAccounts(core, { ...base, demo, answerClock, stopSending: mail.stopSending }),
    wirePeople(core, { ...base, resolver }),
    wireSearch(core, base),
  ];
  const notices = wireNotices(core, { ...base, demo });
  const sso = wireSso(core, { demo, resolver, visitorServices: accounts.visitorServices, stopSending: mail.stopSending });
  const telegram = wireTelegram(core, { ...base, demo });
  const [connections, ats, atsImports, usageEvents] = wireIntegrations(core, {
    ...base,
    ...vacancies,
    demo,
    acceptMailbox: mail.acceptMailbox,
  });
  const privacy = wirePrivacy(core, { ...base, connections: connections.services });
  const installation = wireInstallation(core, { ...base, ownerUrl });
  const parts = [
    messaging,
    vacancies,
    campaigns,
    mail,
    texts,
    accounts,
    sso,
    privacy,
    notices,
    ...people,
    search.part,
    telegram,
    connections,
    ats,
    atsImports,
    usageEvents,
    installation,
  ] as const;
  definitions.push(...parts.flatMap(({ jobs }) => jobs));
  const router = mergeRoutes(parts);
  const mount = (app: FastifyInstance) => {
    for (const each of parts) each.mount(app);
  };
  const callsIn = (context: RequestContext): Calls => createRouterClient(router, { context });
  return {
    core,
    parts,
    mail: mail.work,
    campaigns,
    searchTasks: [...texts.searchTasks, ...privacy.searchTasks, ...search.searchTasks],
    callsIn,
    ...wireHttp(core, {
      ...base,
      router,
      mount,
      services: accounts.visitorServices.socialBackends,
      usageFigures: usageEvents.usageFigures,
    }),
  };
}

/** The composition root: no other file creates adapters. */
export function createApplication(options: ApplicationOptions): Application {
  const { databaseUrl: url, clock, log } = options;
  const base = openInfrastructure(options);
  const { core, parts, searchTasks: handlers, createHttp, createHealth } = wireAll(options, base);
  const { database, sendingLock, search, serving } = base;
  const workers = new Set<RunningWork>();
  const track = (worker: RunningWork): RunningWork => {
    const tracked = {
      idle: worker.idle,
      stop() {
        workers.delete(tracked);
        return worker.stop();
      },
    };
    workers.add(tracked);
    return tracked;
  };
  return {
    database,
    sendingLock,
    search,
    serving,
    createHealth,
    createHttp,
    startSearchTasks: async () => track(await startWorker({ url, handlers, concurrency: searchTasks, clock, log })),
    async startWorker(mayWrite) {
      const tasks = await startWorker({ url, handlers: parts.flatMap((each) => each.tasks), concurrency: 4, clock, log });
      const loops = startLoops([...parts.flatMap((each) => each.loops), resealingLoop(core, parts)], mayWrite);
      return track({
        async idle() {
          await tasks.idle();
          await loops.idle();
          await tasks.idle();
        },
        stop: async () => void (await Promise.all([tasks.stop(), loops.stop()])),
      });
    },
    idle: (rounds) => untilIdle(workers, rounds),
    runDemoHistory: (past) => openDemoHistory(wireAll({ ...options, clock: past }, demoInfrastructure(base)), past),
    async close() {
      await Promise.all([search.stop(), core.events.close(), core.counts.stop()]);
      await database.close();
    },
  };
}
