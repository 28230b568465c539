import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { findBuiltProgram } from '#platform/program.ts';
import { documentsOfAll } from './documents/company-documents.ts';
import type { Log } from '#platform/log.ts';
import type { DocumentSource, SearchDocument } from './port.ts';
import { countReadAtOnce } from '#modules/profiles/public.ts';
import { dropForeignChanges } from '#modules/profiles/public/indexing.ts';
import { readChanges, readHorizon } from './store/changes.ts';
import { readPart } from './source-reader.ts';
import { countDocuments, readProfilesById } from './store/profiles.ts';

const round = 200;

async function readDocuments(tx: Tx, profileIds: readonly number[], { today, log }: { today: Date; log: Pick<Log, 'error'> }) {
  const documents: SearchDocument[] = [];
  for (let at = 0; at < profileIds.length;) {
    const part = profileIds.slice(at, at + round);
    const count = await countReadAtOnce(tx, part);
    documents.push(...documentsOfAll(await readProfilesById(tx, part.slice(0, count)), today, log));
    at += count;
  }
  return documents;
}

/** Versions are transaction numbers, see store/changes. */
export function createDocumentSource({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Pick<Log, 'error'>;
}): DocumentSource {
  const { connectionString: url = '' } = database.pool.options;
  const optionsNow = () => ({ url, today: clock.now().getTime() });
  return {
    get reader() {
      const entry = new URL('./source-reader.ts', import.meta.url);
      return { module: (findBuiltProgram(entry) ?? entry).href, options: optionsNow() };
    },
    read: (ids) => database.readAsSystem((tx) => readDocuments(tx, ids, { today: clock.now(), log })),
    async all(afterId = 0) {
      return database.asSystem(async (tx) => {
        await dropForeignChanges(tx);
        const { settled } = await readHorizon(tx);
        return { version: settled, count: await countDocuments(tx), documents: readPart(optionsNow(), { part: 0, of: 1, afterId }) };
      });
    },
    async changesSince(version, ahead = new Set()) {
      return database.readAsSystem(async (tx) => {
        const { settled, next, prunedBelow } = await readHorizon(tx);
        if (version < prunedBelow || version > next) return undefined;
        const { reached, profileIds, more } = await readChanges(tx, {
          from: { version, ahead },
          settled,
          limit: round,
          countAtOnce: (ids) => countReadAtOnce(tx, ids),
        });
        const upserts = await readDocuments(tx, profileIds, { today: clock.now(), log });
        const present = new Set(upserts.map(({ id }) => id));
        return { ...reached, upserts, removed: profileIds.filter((id) => !present.has(id)), more };
      });
    },
  };
}
