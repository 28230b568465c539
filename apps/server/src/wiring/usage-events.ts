import { createAmplitude, type EventSender } from '#modules/usage-events/amplitude.ts';
import { deleteOldEventsHandler } from '#modules/usage-events/delete-old.ts';
import { usageEventRoutes } from '#modules/usage-events/routes.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { createRateLimit } from '#platform/rate-limit.ts';
import type { SandboxPorts } from './adapters.ts';
import { type Core, defineContext } from './core.ts';

const timeoutMs = 10_000;
const minuteMs = 60_000;

function openAmplitude({ env, log }: Core, demo: SandboxPorts | undefined): EventSender | undefined {
  if (!env.amplitude) return undefined;
  // The operator names the address, so that it may be a private one. A demo calls only this machine.
  const caller = createCaller({ timeoutMs, allows: demo ? isLoopbackAddress : () => true });
  return createAmplitude(env.amplitude, { caller, log });
}

export function wireUsageEvents(core: Core, { demo }: { demo: SandboxPorts | undefined }) {
  const { env, database, clock, counts } = core;
  const amplitude = openAmplitude(core, demo);
  const limit = createRateLimit({ name: 'usage events', clock, counts, windowMs: minuteMs });
  const context = defineContext({
    routes: { usageEvents: usageEventRoutes({ database, clock, limit, amplitude, serviceToken: env.HEADWATER_EVENTS_TOKEN }) },
    tasks: [deleteOldEventsHandler({ database, clock })],
    mount: (app) => app.addHook('onClose', async () => amplitude?.settle()),
  });
  return { ...context, usageFigures: () => amplitude?.figures() ?? [] };
}
