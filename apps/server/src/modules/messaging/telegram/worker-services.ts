import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import type { Messenger, MessengerConnection } from './messenger-port.ts';
import type { FileLines } from './send/file-lines.ts';
import type { Gaps } from './send/gaps.ts';
import type { Uploads } from './send/uploads.ts';

export interface WorkerServices {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  messenger: Messenger;
  registry: Registry;
  files: FileStore;
  antivirus: Antivirus;
  /** DEC-09: false in a restored or copied installation. */
  maySend(tx: Tx): Promise<boolean>;
  gaps: Gaps;
  /** Byte limit for all files of a company's dialogs. */
  filesTotal: number;
}

export interface AccountContext extends WorkerServices {
  fileLines: FileLines;
  uploads: Uploads;
  since: Date;
  workerId: string;
  accountId: number;
  companyId: number;
  /** Events of an older session say nothing about the account. */
  sessionNumber: number;
  line: MessengerConnection;
}
