import type { IntegrationServices } from '#modules/connections/integration-port.ts';
import { refreshPeople } from '#modules/ats/public.ts';
import { type ConnectionServices, resealConnections } from '#modules/connections/connections.ts';
import { processWebhooksHandler, pruneWebhooksHandler } from '#modules/connections/webhooks/process.ts';
import { webhookReceivers } from '#modules/connections/webhooks/receive.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { mountWebhooks } from '#platform/http/webhooks/mount.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { sandboxClient, type SandboxPorts } from './adapters.ts';
import { type Core, defineContext } from './core.ts';

export { wireUsageEvents } from './usage-events.ts';

const timeoutMs = 60_000;

export function wireConnections({ env, database, clock, log, secrets }: Core, { demo }: { demo: SandboxPorts | undefined }) {
  const reach: IntegrationServices = {
    clock,
    refreshPeople: ({ id }, personIds) => refreshPeople(services, id, personIds),
    sandboxUrl: demo && `http://127.0.0.1:${demo.httpPort ?? 0}`,
    sandboxClient: demo && sandboxClient,
    openCaller: (isConfigured = false) =>
      createCaller({ timeoutMs, ...(demo ? { allows: isLoopbackAddress } : isConfigured ? { allows: () => true } : {}) }),
  };
  const services: ConnectionServices = {
    database,
    clock,
    log,
    secrets,
    integrations: new Map(env.integrations.map((integration) => [integration.name, integration.open(reach)])),
  };
  return {
    ...defineContext({
      routes: {},
      tasks: [processWebhooksHandler(services), pruneWebhooksHandler(services)],
      secrets: { connections: resealConnections },
      mount: (app) => mountWebhooks(app, webhookReceivers(services)),
    }),
    services,
  };
}
