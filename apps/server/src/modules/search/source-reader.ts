import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { buildDocument } from './documents/build-document.ts';
import type { SearchDocument } from './port.ts';
import { readPartAfter } from './store/profiles.ts';

/** What a thread is told, see DocumentReader. `today` in milliseconds. */
export interface ReaderOptions {
  url: string;
  today: number;
}

/** Few enough to be garbage while V8 still collects it cheaply. */
const batch = 150;

/** Reads documents over a connection of its own. */
export async function* readPart(
  { url, today }: ReaderOptions,
  { part, of }: { part: number; of: number },
): AsyncGenerator<readonly SearchDocument[]> {
  const database = openDatabase({ url, max: 1, log: createLog('error') });
  const day = new Date(today);
  const read = (after: number) => database.readAsSystem((tx) => readPartAfter(tx, { after, part, of, limit: batch }));
  try {
    let next = read(0);
    for (;;) {
      const rows = await next;
      const last = rows.at(-1);
      if (!last) return;
      // The database reads on while this batch is turned into documents.
      next = read(last.id);
      next.catch(() => undefined);
      yield rows.map((row) => buildDocument(row, day));
    }
  } finally {
    await database.close();
  }
}
