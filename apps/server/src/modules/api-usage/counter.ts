import type { systemParts } from '@headwater/domain/system-parts';
import { areaOfRoute, routeName } from '@headwater/contract/api-areas';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { MatchedRoute, Visitor } from '#platform/http/context.ts';
import type { Log } from '#platform/log.ts';
import { startLoop } from '#platform/loop.ts';
import { addCalls, type CallCount, saveUsedParts, type UsedPart } from './store.ts';

const everyMs = 10_000;
const mostWaiting = 20_000;

type Part = (typeof systemParts)[number];

/** ACT-004. */
function partOf(resource: string, { actor, scopes }: Visitor): Part | undefined {
  if (actor.originalUserId !== undefined) return undefined;
  if (scopes) return 'api';
  if (actor.company.isExtCompany) return 'extension';
  const area = areaOfRoute.get(resource);
  return area === 'search' || area === 'messaging' ? area : undefined;
}

export interface CallCounter {
  note(route: MatchedRoute, visitor: Visitor): void;
  /** Throws if the database fails; the counts are kept for the next write. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Counts in memory, without database access per call. A kill loses the last seconds. */
export function createCallCounter({ database, clock, log }: { database: Database; clock: Clock; log: Log }): CallCounter {
  let calls = new Map<string, CallCount>();
  let parts = new Map<string, UsedPart>();
  let savedParts = { day: '', keys: new Set<string>() };
  let writing = Promise.resolve();

  function add(count: CallCount): void {
    const key = `${count.userId} ${count.companyId} ${count.day} ${count.resource}`;
    const known = calls.get(key);
    if (known) known.calls += count.calls;
    else calls.set(key, count);
  }

  async function write(): Promise<void> {
    const [written, used] = [calls, parts];
    if (written.size + used.size === 0) return;
    [calls, parts] = [new Map(), new Map()];
    try {
      await database.asSystem(async (tx) => {
        await addCalls(tx, [...written.values()]);
        await saveUsedParts(tx, [...used.values()]);
      });
    } catch (error) {
      for (const count of written.values()) add(count);
      for (const [key, part] of used) parts.set(key, parts.get(key) ?? part);
      throw error;
    }
  }
  // Writes run one at a time; the next one includes counts that arrived during the current one.
  const flush = () => {
    const next = writing.then(write);
    writing = next.catch(() => undefined);
    return next;
  };
  const loop = startLoop({ clock, log, failed: 'could not write call counts', everyMs, beginsWithPause: true, turn: flush });

  return {
    note(route, visitor) {
      const resource = routeName(route.method, route.path);
      const day = clock.now().toISOString().slice(0, 10);
      const { userId, company } = visitor.actor;
      if (visitor.scopes) add({ userId, companyId: company.id, day, resource, calls: 1 });
      const part = partOf(resource, visitor);
      if (savedParts.day !== day) savedParts = { day, keys: new Set() };
      const key = `${userId} ${part}`;
      if (part && !savedParts.keys.has(key)) {
        savedParts.keys.add(key);
        parts.set(key, { userId, companyId: company.id, part, day });
      }
      if (calls.size + parts.size >= mostWaiting) loop.wake();
    },
    flush,
    async stop() {
      await loop.stop();
      await flush().catch((error: unknown) => log.error({ err: error }, 'could not write the last call counts'));
    },
  };
}
