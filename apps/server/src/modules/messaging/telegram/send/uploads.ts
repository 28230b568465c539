import { findFile } from '#modules/files/public.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import { bytesOf } from '../dialogs/messages.ts';
import type { MessengerConnection, Outcome, UploadedFile } from '../messenger-port.ts';
import type { MessageRow } from '../store/messages.ts';
import type { FileLines } from './file-lines.ts';

/** `gone`: the bytes no longer exist. */
type Upload = Outcome<{ file: UploadedFile }> | 'gone';

/** Uploads files before their messages leave, so that a large file does not block other dialogs. */
export interface Uploads {
  idle(): Promise<void>;
  /** Whether the upload ended. The first call starts it. */
  isReady(message: MessageRow): boolean;
  /** Returns the result once; the next attempt uploads again. */
  take(messageId: number): Upload | undefined;
}

interface Needs {
  database: Database;
  files: FileStore;
  log: Log;
  fileLines: FileLines;
  line: Pick<MessengerConnection, 'upload'>;
  companyId: number;
  accountId: number;
}

async function upload({ database, files, companyId, line }: Needs, message: MessageRow): Promise<Upload> {
  const row = await database.readInCompany(companyId, (tx) => findFile(tx, message.file_id ?? 0));
  const bytes = row && (await bytesOf(files, row).catch(() => undefined));
  if (!row || !bytes) return 'gone';
  return line.upload({ name: row.filename, mediaType: row.media_type, bytes, randomId: message.random_id ?? '0' });
}

/** Limit of kept results, because discarded messages are never taken. */
const mostKept = 200;

export function createUploads(needs: Needs, onReady: () => void): Uploads {
  const known = new Map<number, Upload | 'under way'>();
  const running = new Set<Promise<void>>();
  const begin = async (message: MessageRow) => {
    const done = await needs.fileLines
      .run(needs.companyId, () => upload(needs, message))
      .catch((error: unknown): Upload => {
        needs.log.warn({ err: error, accountId: needs.accountId, messageId: message.id }, 'file for Telegram not readable');
        return { ok: false, failure: { code: 'unreachable', detail: '' } };
      });
    known.set(message.id, done);
    onReady();
  };
  const prune = () => {
    for (const [id, state] of known) if (known.size > mostKept && state !== 'under way') known.delete(id);
  };
  return {
    idle: async () => void (await Promise.all(running)),
    isReady(message) {
      const state = known.get(message.id);
      if (state !== undefined) return state !== 'under way';
      prune();
      known.set(message.id, 'under way');
      const upload = begin(message).finally(() => running.delete(upload));
      running.add(upload);
      return false;
    },
    take(messageId) {
      const state = known.get(messageId);
      if (state === undefined || state === 'under way') return undefined;
      known.delete(messageId);
      return state;
    },
  };
}
