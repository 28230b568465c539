import type { Application } from '../app.ts';
import type { Env } from '../env.ts';
import { installDemo, type SignIn } from '#modules/demo/public.ts';
import { systemClock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { releaseMemory } from '#platform/memory.ts';
import type { createShutdown } from './shutdown.ts';
import { createDemoHistory } from './demo-history.ts';
import { startDemoProcess } from './demo-process.ts';
import type { RunningSandbox } from './sandbox.ts';

interface DemoSide {
  env: Env;
  log: Log;
  say(sentence: string): void;
  application: Application;
  databaseUrl: string;
  sandbox: RunningSandbox;
  shutdown: ReturnType<typeof createShutdown>;
}

export async function openDemo({ env, log, say, application, databaseUrl, sandbox, shutdown }: DemoSide) {
  const { database } = application;
  const clock = systemClock;
  const { HEADWATER_DEMO_PROFILES: profiles, HEADWATER_DEMO_HISTORY: hasHistory } = env;
  const load =
    (tell: DemoSide['say']) =>
    async (count: number): Promise<void> => {
      const people = startDemoProcess({ ...env, HEADWATER_DEMO_PROFILES: count }, databaseUrl, tell);
      shutdown.add('demo people', people.stop);
      await people.done;
    };
  const signIns: SignIn[] = await installDemo({ database, clock, log, say, profiles, hasHistory, loadPeople: load(say) });
  // Creating a demo fills the heap, and there are no requests yet.
  releaseMemory();
  const loadPeople = load(() => undefined);
  return { signIns, history: createDemoHistory({ application, clock, log, httpPort: sandbox.httpPort, profiles, loadPeople, say }) };
}
