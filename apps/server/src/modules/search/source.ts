import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { buildDocument } from './documents/build-document.ts';
import type { DocumentSource, SearchDocument } from './port.ts';
import { dropForeignChanges, readChanges, readHorizon } from './store/changes.ts';
import { countProfiles, readProfilesAfter, readProfilesById } from './store/profiles.ts';

/** Rows read at a time, few enough to be garbage while V8 still collects it cheaply; turned into documents in slices, so that requests get their turn. */
const batch = 250;
const slice = 50;
/** Changes read at a time. */
const round = 200;

/** Reads documents and their changes from the database. Versions are transaction numbers, see store/changes. */
export function createDocumentSource({ database, clock }: { database: Database; clock: Clock }): DocumentSource {
  const read = (after: number) => database.readAsSystem((tx) => readProfilesAfter(tx, after, batch));
  async function* documents(): AsyncGenerator<readonly SearchDocument[]> {
    const today = clock.now();
    let next = read(0);
    for (;;) {
      const rows = await next;
      const last = rows.at(-1);
      if (!last) return;
      // The database reads on while this batch is turned into documents.
      next = read(last.id);
      next.catch(() => undefined);
      for (let from = 0; from < rows.length; from += slice) yield rows.slice(from, from + slice).map((row) => buildDocument(row, today));
    }
  }
  return {
    async all() {
      return database.asSystem(async (tx) => {
        await dropForeignChanges(tx);
        const { settled } = await readHorizon(tx);
        return { version: settled, count: await countProfiles(tx), documents: documents() };
      });
    },
    async changesSince(version) {
      return database.readAsSystem(async (tx) => {
        const { settled, next, prunedBelow } = await readHorizon(tx);
        if (version < prunedBelow || version > next) return undefined;
        const { position, profileIds, more } = await readChanges(tx, { from: version, settled, limit: round });
        const rows = profileIds.length > 0 ? await readProfilesById(tx, profileIds) : [];
        const today = clock.now();
        const upserts = rows.map((row) => buildDocument(row, today));
        const present = new Set(rows.map((row) => row.id));
        return { version: position, upserts, removed: profileIds.filter((id) => !present.has(id)), more };
      });
    },
  };
}
