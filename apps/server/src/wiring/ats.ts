import { wireAtsImports } from './ats-imports.ts';
import type { SandboxPorts } from './adapters.ts';
import { wireConnections, wireUsageEvents } from './connections.ts';
import { type Core, defineContext } from './core.ts';
import type { Infrastructure } from './foundation.ts';
import { linkFileOf, mountLinkedFiles, readAllHandler, readPeopleHandler, sendJob } from '#modules/ats/public.ts';
import { type AtsRouteServices, atsRoutes } from '#modules/ats/routes.ts';
import { readFileOf } from '#modules/files/actions.ts';
import { candidatesOfSequence } from '#modules/messaging/messages/store/candidates.ts';
import { contactsAreOpen } from '#modules/profiles/actions/contacts.ts';
import { visibleProfileIds } from '#modules/profiles/public.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';

type GivenServices = Pick<AtsRouteServices, 'acceptMailbox' | 'findAllIds' | 'narrowByMessaging'>;

interface IntegrationNeeds extends Pick<Infrastructure, 'files' | 'antivirus'>, GivenServices {
  demo: SandboxPorts | undefined;
}

/** Connections, the applicant-tracking systems behind them, and events for other services. */
export function wireIntegrations(core: Core, { demo, files, antivirus, ...given }: IntegrationNeeds) {
  const { env, jobs, database, clock, signing } = core;
  const connections = wireConnections(core, { demo });
  const people = { visibleProfileIds, contactsAreOpen, isCandidateFor };
  const { publicUrl } = env;
  const readFile = (...[actor, fileId]: Parameters<AtsRouteServices['readFile']>) =>
    readFileOf({ database, files, antivirus, people }, actor, fileId);
  const services = {
    ...connections.services,
    readFile,
    linkFile: linkFileOf({ signing, clock, publicUrl }),
    // Without a configured URL, a consent page leads back to the URL that the user opened.
    publicUrl: env.HEADWATER_URL,
  };
  const job = sendJob(services);
  const ats = defineContext({
    routes: { ats: atsRoutes({ ...given, ...services, jobs, sendJob: job, candidatesOfSequence }) },
    jobs: [job],
    tasks: [readPeopleHandler(services), readAllHandler(services)],
    mount: (app) => mountLinkedFiles(app, { database, clock, signing, readFile }),
  });
  const atsImports = wireAtsImports(core, { files, antivirus, connections: connections.services });
  return [connections, ats, atsImports, wireUsageEvents(core, { demo })] as const;
}
