import type { DocumentSource, SearchDocument, SourceChanges } from '../port.ts';

export interface MemorySource extends DocumentSource {
  readonly version: number;
  readonly documents: ReadonlyMap<number, readonly SearchDocument[]>;
  readonly size: number;
  /** The last document of an owner wins. */
  put(documents: readonly SearchDocument[]): number;
  remove(ids: readonly number[]): number;
  /** Discards the change log, as pruning does in the database. */
  forget(): void;
}

export function createMemorySource(perBatch = 500): MemorySource {
  const documents = new Map<number, readonly SearchDocument[]>();
  let log: { version: number; id: number }[] = [];
  let version = 0;
  let known = 0;
  const recordChange = (id: number): void => void log.push({ version: ++version, id });
  return {
    get version() {
      return version;
    },
    documents,
    get size() {
      return [...documents.values()].flat().length;
    },
    put(added) {
      const byId = new Map<number, Map<number, SearchDocument>>();
      for (const document of added) byId.set(document.id, (byId.get(document.id) ?? new Map()).set(document.owner, document));
      for (const [id, byOwner] of byId) {
        documents.set(id, [...byOwner.values()]);
        recordChange(id);
      }
      return version;
    },
    remove(ids) {
      for (const id of ids) {
        documents.delete(id);
        recordChange(id);
      }
      return version;
    },
    forget() {
      known = version;
      log = [];
    },
    read: async (ids) => ids.flatMap((id) => documents.get(id) ?? []),
    async all(afterId = 0) {
      const list = [...documents.values()]
        .flat()
        .filter(({ id }) => id > afterId)
        .toSorted((a, b) => a.id - b.id);
      return { version, count: list.length, documents: batches(list, perBatch) };
    },
    async changesSince(from): Promise<SourceChanges | undefined> {
      if (from < known) return undefined;
      const changes = log.filter((change) => change.version > from).slice(0, perBatch);
      const ids = [...new Set(changes.map(({ id }) => id))];
      const reached = changes.at(-1)?.version ?? from;
      return {
        version: reached,
        upserts: ids.flatMap((id) => documents.get(id) ?? []),
        removed: ids.filter((id) => !documents.has(id)),
        more: reached < version,
      };
    },
  };
}

async function* batches(list: readonly SearchDocument[], size: number): AsyncGenerator<readonly SearchDocument[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
