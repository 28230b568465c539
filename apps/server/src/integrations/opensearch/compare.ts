import { type SearchComparison, type SearchDocument, SearchError } from '#modules/search/port.ts';
import { keyOf } from './document.ts';
import { applyChanges, type Engine, groupById, type Leadership, type Present, readPresent, storeDocuments } from './writer.ts';

const batch = 500;
const largestId = 2 ** 31 - 1;

/** Compares the index with the source by digests. Writes again what differs. */
export async function compareIndex(engine: Engine, leadership: Leadership): Promise<SearchComparison> {
  const report: SearchComparison = { documents: 0, missing: 0, changed: 0, superfluous: 0 };
  const { documents } = await engine.options.source.all();
  let from = 0;
  let held: SearchDocument[] = [];
  const check = async (through: number): Promise<void> => {
    await compareRange(engine, leadership, { documents: held, from, through, report });
    [from, held] = [through + 1, []];
  };
  for await (const part of documents) {
    if (engine.closed) throw new SearchError('closed', 'the search engine was closed');
    const first = part[0]?.id ?? 0;
    // Documents of an id stay together.
    if (held.length >= batch && first !== held.at(-1)?.id) await check(first - 1);
    held.push(...part);
  }
  await check(largestId);
  return report;
}

interface Range {
  documents: SearchDocument[];
  from: number;
  through: number;
  report: SearchComparison;
}

interface Difference {
  missing: number[];
  changed: number[];
  superfluous: number[];
}

const idsOf = (keys: readonly string[]): number[] => keys.map((key) => Number.parseInt(key, 10));

function findDifferences(engine: Engine, documents: readonly SearchDocument[], present: readonly Present[]): Difference {
  const digests = new Map(present.map((document) => [keyOf(document), document]));
  const wanted = new Map(storeDocuments(engine, documents).map((stored) => [stored.key, stored]));
  const all = [...wanted.values()];
  return {
    missing: idsOf(all.flatMap(({ key }) => (digests.has(key) ? [] : [key]))),
    changed: idsOf(all.flatMap(({ key, digest }) => (digests.has(key) && digests.get(key)?.digest !== digest ? [key] : []))),
    superfluous: idsOf([...digests.keys()].filter((key) => !wanted.has(key))),
  };
}

/** Documents were read ahead, so differences are confirmed by reading them again. */
async function compareRange(engine: Engine, leadership: Leadership, { documents, from, through, report }: Range): Promise<void> {
  const index = engine.state?.active?.index;
  if (index === undefined) throw new SearchError('not_ready', 'the search index is being built');
  report.documents += documents.length;
  const query = { range: { id: { gte: from, lte: through } } };
  const first = findDifferences(engine, documents, await readPresent(engine, index, query));
  const suspects = [...new Set([...first.missing, ...first.changed, ...first.superfluous])];
  if (suspects.length === 0) return;
  await engine.changing(async () => {
    const upserts = await engine.options.source.read(suspects);
    const present = await readPresent(engine, index, { terms: { id: suspects } });
    const confirmed = findDifferences(engine, upserts, present);
    const ids = new Set([...confirmed.missing, ...confirmed.changed, ...confirmed.superfluous]);
    if (ids.size === 0) return;
    const byId = groupById(upserts);
    await applyChanges(engine, leadership, {
      index,
      changes: { upserts: [...ids].flatMap((id) => byId.get(id) ?? []), removed: [...ids].filter((id) => !byId.has(id)) },
    });
    report.missing += confirmed.missing.length;
    report.changed += confirmed.changed.length;
    report.superfluous += confirmed.superfluous.length;
  });
}
