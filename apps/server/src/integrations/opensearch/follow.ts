import { setTimeout as sleep } from 'node:timers/promises';
import { SearchError } from '#modules/search/port.ts';
import { describeTrouble } from './cluster.ts';
import { without } from './control.ts';
import { deleteReplaced, findLeftOver, rebuildIndex } from './rebuild.ts';
import { applyChanges, type Engine, type Leadership } from './writer.ts';

/** One step of each process: becomes the writer if there is none, and writes or reads the state. */
export async function takeTurn(engine: Engine, moved: () => void): Promise<void> {
  engine.state = await engine.control.read();
  const leadership = await lead(engine);
  moved();
  if (!leadership) return;
  await deleteReplaced(engine);
  const { active, building, wanted, built } = engine.state;
  if (!active || building || wanted > built) startRebuild(engine, leadership, moved);
  if (active) await pullChanges(engine, leadership, moved);
}

/** Decides by the last read state. Undefined while another process writes. */
export async function lead(engine: Engine): Promise<Leadership | undefined> {
  const { options, control } = engine;
  const known = engine.leadership;
  if (known) {
    if (known.lease.isHeld() && engine.state?.epoch === known.epoch) return known;
    options.log('warn', 'another process writes to the search index now');
    engine.leadership = undefined;
    await known.lease.release();
    return undefined;
  }
  if (engine.closed) return undefined;
  const lease = await options.election.tryLead(`${options.name}-${engine.fingerprint}`);
  if (!lease) return undefined;
  engine.state = await control.update((state) => ({ ...state, epoch: state.epoch + 1 }));
  engine.leadership = { lease, epoch: engine.state.epoch, writes: 0 };
  await findLeftOver(engine);
  return engine.leadership;
}

export function startRebuild(engine: Engine, leadership: Leadership, moved: () => void): void {
  if (engine.rebuilding) return;
  engine.rebuilding = rebuildIndex(engine, leadership).finally(() => {
    engine.rebuilding = undefined;
    moved();
  });
  engine.rebuilding.catch((error: unknown) => {
    if (!engine.closed) engine.options.log('error', 'the search index could not be built', { error: describeTrouble(error) });
  });
}

async function pullChanges(engine: Engine, leadership: Leadership, moved: () => void): Promise<void> {
  try {
    await engine.changing(() => applyNew(engine, leadership, moved));
    if (engine.state?.trouble !== undefined) await engine.control.update((state) => without(state, 'trouble'));
  } catch (error) {
    const trouble = describeTrouble(error);
    if (trouble !== engine.state?.trouble) await engine.control.update((state) => ({ ...state, trouble })).catch(() => undefined);
    throw error;
  }
}

async function applyNew(engine: Engine, leadership: Leadership, moved: () => void): Promise<void> {
  const { options, control } = engine;
  for (let more = true; more && !engine.closed;) {
    // A rebuild may have replaced the index.
    const active = engine.state?.active;
    if (!active || !leadership.lease.isHeld()) return;
    const changes = await options.source.changesSince(active.version, new Set(active.ahead));
    if (!changes) {
      options.log('warn', 'the changes since the index was written are gone, it is built again', { version: active.version });
      return startRebuild(engine, leadership, moved);
    }
    if (changes.upserts.length + changes.removed.length > 0) {
      await pauseBetweenRefreshes(engine);
      await applyChanges(engine, leadership, { index: active.index, changes });
    }
    const ahead = [...(changes.ahead ?? [])];
    if (changes.version !== active.version || ahead.length !== active.ahead.length) {
      const reached = { index: active.index, version: Math.max(active.version, changes.version), ahead };
      engine.state = await control.update((state) => {
        if (state.epoch !== leadership.epoch) throw new SearchError('not_ready', 'another process writes to the index');
        return { ...state, active: reached };
      });
    }
    more = changes.more;
    moved();
  }
}

async function pauseBetweenRefreshes({ limits, options, refreshedAt }: Engine): Promise<void> {
  const left = refreshedAt + limits.refreshMs - options.clock();
  if (left > 0) await sleep(left);
}
