import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { buildDocument } from './documents/build-document.ts';
import type { SearchDocument } from './port.ts';
import { readPartAfter, readProfile } from './store/profiles.ts';

/** What a thread is told, see DocumentReader. `today` in milliseconds. */
export interface ReaderOptions {
  url: string;
  today: number;
}

/** Rows read from the database at a time. */
const batch = 100;
/** Documents given at a time: few enough to be garbage while V8 still collects it cheaply. */
const handful = 10;

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
      for (let from = 0; from < rows.length; from += handful) {
        yield rows.slice(from, from + handful).map((row) => buildDocument(readProfile(row), day));
      }
    }
  } finally {
    await database.close();
  }
}
