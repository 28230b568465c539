import { type DocumentSource, type SearchDocument, SearchError } from '#modules/search/port.ts';
import { type Building, createIndex, without } from './control.ts';
import { indexBody, replicasOf } from './mapping.ts';
import {
  applyChanges,
  type Engine,
  type Leadership,
  nextVersion,
  readAlias,
  refresh,
  storeDocuments,
  write,
  writeAlias,
} from './writer.ts';

/** Documents per request, at most. */
const batch = 500;

/** Fills a new index beside the active one and replaces it. Continues a rebuild that did not end. */
export async function rebuildIndex(engine: Engine, leadership: Leadership): Promise<void> {
  const { options, control } = engine;
  const { wanted } = await control.read();
  const building = await beginBuilding(engine);
  await fill(engine, leadership, building);
  await setReplicas(engine, building.index);
  await engine.changing(async () => {
    const reached = await catchUp(engine, leadership, building);
    await replaceActive(engine, { index: building.index, ...reached, wanted });
  });
  options.log('info', 'the search index was built', { index: building.index, documents: building.done });
}

async function indexExists({ cluster }: Engine, index: string): Promise<boolean> {
  return (await cluster.ask(`HEAD /${index}`, { ignore: [404] })).status === 200;
}

async function beginBuilding(engine: Engine): Promise<Building> {
  const { options, control, cluster } = engine;
  const known = engine.state?.building;
  if (known && (await indexExists(engine, known.index)) && (await options.source.changesSince(known.from))) return known;
  if (known) await cluster.ask(`DELETE /${known.index}`, { ignore: [404] });
  const { version, count } = await options.source.all();
  const number = Number(/-(\d+)$/.exec(known?.index ?? engine.state?.active?.index ?? '')?.[1] ?? 0) + 1;
  const index = `${readAlias(engine)}-${number}`;
  // Left by a process that ended before it saved its state.
  await cluster.ask(`DELETE /${index}`, { ignore: [404] });
  await createIndex(cluster, index, indexBody(options.schema, options.settings, [writeAlias(index)]));
  const building: Building = { index, from: version, lastId: 0, done: 0, total: count };
  engine.state = await control.update((state) => ({ ...state, building }));
  return building;
}

/** All documents of an id together. */
async function* wholeIds(documents: Awaited<ReturnType<DocumentSource['all']>>['documents']): AsyncGenerator<SearchDocument[]> {
  let held: SearchDocument[] = [];
  for await (const part of documents) {
    held.push(...part);
    const last = held.at(-1)?.id;
    const end = held.findIndex(({ id }) => id === last);
    if (end < batch) continue;
    yield held.slice(0, end);
    held = held.slice(end);
  }
  if (held.length > 0) yield held;
}

async function fill(engine: Engine, leadership: Leadership, building: Building): Promise<void> {
  const { options, limits, control } = engine;
  const { documents } = await options.source.all(building.lastId);
  let savedAt = building.done;
  for await (const part of wholeIds(documents)) {
    if (engine.closed) throw new SearchError('closed', 'the search engine was closed');
    if (!leadership.lease.isHeld()) throw new SearchError('not_ready', 'another process writes to the index');
    const stored = storeDocuments(engine, part);
    const version = nextVersion(leadership);
    const refused = await write(
      engine,
      building.index,
      stored.map(({ key, body }) => ({ key, body, version })),
    );
    building.done += stored.length - refused;
    building.lastId = part.at(-1)!.id;
    if (building.done - savedAt < limits.saveEvery) continue;
    savedAt = building.done;
    engine.state = await control.update((state) => ({ ...state, building: { ...building } }));
  }
  await refresh(engine, building.index);
  await requireCount(engine, building);
}

/** A short index must not replace a complete one. */
async function requireCount({ cluster, control }: Engine, { index, done }: Building): Promise<void> {
  const { body } = await cluster.ask<{ count: number }>(`GET /${index}/_count`);
  // Documents removed during the build are still in the index; catchUp deletes them.
  if (body.count >= done) return;
  await control.update((state) => without(state, 'building'));
  await cluster.ask(`DELETE /${index}`, { ignore: [404] });
  throw new SearchError('failed', `the new index has ${body.count} of ${done} documents and was discarded`);
}

async function catchUp(engine: Engine, leadership: Leadership, { index, from }: Building): Promise<{ version: number; ahead: number[] }> {
  let version = from;
  let ahead: readonly number[] = [];
  for (let more = true; more;) {
    const changes = await engine.options.source.changesSince(version, new Set(ahead));
    if (!changes) throw new SearchError('failed', 'changes were forgotten while the index was built');
    await applyChanges(engine, leadership, { index, changes });
    version = Math.max(version, changes.version);
    ahead = changes.ahead ?? [];
    more = changes.more;
  }
  return { version, ahead: [...ahead] };
}

const replicasMs = 60_000;

async function setReplicas({ cluster, options }: Engine, index: string): Promise<void> {
  await cluster.ask(`PUT /${index}/_settings`, { body: { index: replicasOf(options.settings) } });
  // With fewer nodes than copies the index never becomes green, and is used after the timeout.
  await cluster.ask(`GET /_cluster/health/${index}`, {
    query: { wait_for_status: 'green', timeout: `${replicasMs}ms` },
    timeoutMs: replicasMs + 5_000,
    ignore: [408],
  });
}

async function replaceActive(
  engine: Engine,
  { wanted, ...active }: { index: string; version: number; ahead: number[]; wanted: number },
): Promise<void> {
  const { cluster, control, options } = engine;
  const alias = readAlias(engine);
  const { body } = await cluster.ask<Record<string, unknown>>(`GET /_alias/${alias}`, { ignore: [404] });
  const old = Object.keys(body).filter((index) => index.startsWith(`${alias}-`) && index !== active.index);
  const actions = [{ add: { index: active.index, alias } }, ...old.map((index) => ({ remove: { index, alias } }))];
  await cluster.ask('POST /_aliases', { body: { actions } });
  engine.state = await control.update((state) => ({
    ...without(state, 'building'),
    active,
    built: Math.max(state.built, wanted),
    builtAt: options.now().toISOString(),
  }));
  engine.replaced.push(...old.map((index) => ({ index, at: options.clock() })));
}

/** Deletes replaced indexes after their grace time. */
export async function deleteReplaced({ cluster, replaced, options, limits }: Engine): Promise<void> {
  const due = replaced.filter(({ at }) => options.clock() - at >= limits.graceMs);
  for (const { index } of due) {
    await cluster.ask(`DELETE /${index}`, { ignore: [404] });
    replaced.splice(
      replaced.findIndex((one) => one.index === index),
      1,
    );
  }
}

/** Indexes of this mapping that an earlier writer left. */
export async function findLeftOver(engine: Engine): Promise<void> {
  const { cluster, state, options } = engine;
  const alias = readAlias(engine);
  const { body } = await cluster.ask<Record<string, unknown>>(`GET /${alias}-*`, { query: { expand_wildcards: 'open' }, ignore: [404] });
  const used = new Set([state?.active?.index, state?.building?.index]);
  const left = Object.keys(body).filter((index) => /^-\d+$/.test(index.slice(alias.length)) && !used.has(index));
  engine.replaced.push(...left.map((index) => ({ index, at: options.clock() })));
}
