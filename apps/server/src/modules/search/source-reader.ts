import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { documentsOfAll } from './documents/company-documents.ts';
import type { SearchDocument } from './port.ts';
import { nextChanged, type Overlays, readOverlays, readPartAfter, readProfile, type UnreadProfile } from './store/profiles.ts';

/** `today` in milliseconds. */
export interface ReaderOptions {
  url: string;
  today: number;
}

const batch = 100;
/** Documents per yield, few enough for V8's young generation. */
const handful = 10;

export async function* readPart(
  { url, today }: ReaderOptions,
  { part, of, afterId = 0 }: { part: number; of: number; afterId?: number },
): AsyncGenerator<readonly SearchDocument[]> {
  const log = createLog('error');
  const database = openDatabase({ url, max: 1, log });
  const day = new Date(today);
  let changed = 0;
  const read = (after: number): Promise<{ rows: UnreadProfile[]; overlays: Overlays }> =>
    database.readAsSystem(async (tx) => {
      const rows = await readPartAfter(tx, { after, part, of, limit: batch });
      const last = rows.at(-1)?.id ?? after;
      if (last < changed) return { rows, overlays: new Map() };
      const overlays = await readOverlays(
        tx,
        rows.map((row) => row.id),
      );
      changed = await nextChanged(tx, last);
      return { rows, overlays };
    });
  try {
    let next = read(afterId);
    for (;;) {
      const { rows, overlays } = await next;
      const last = rows.at(-1);
      if (!last) return;
      // Read the next batch while this one is converted.
      next = read(last.id);
      next.catch(() => undefined);
      for (let from = 0; from < rows.length; from += handful) {
        const profiles = rows.slice(from, from + handful).map((row) => readProfile(row, overlays));
        yield documentsOfAll(profiles, day, log);
      }
    }
  } finally {
    await database.close();
  }
}
