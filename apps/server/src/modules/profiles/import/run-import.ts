import { parseArgs } from 'node:util';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import { importFiles } from './import-files.ts';

const usage = 'Usage: npm run import -- [--company ID] [--again] FILE_OR_FOLDER...';

export interface ImportCommand {
  args: readonly string[];
  database: Database;
  clock: Clock;
  log: Log;
  say(sentence: string): void;
  /** Folder of the error files if the source folder is read-only. */
  dataDir: string;
  store: FileStore;
  /** Checks each file before it is read. */
  antivirus: Antivirus;
  signing(): Promise<Signer>;
}

function readArgs(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { company: { type: 'string' }, again: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const company = values.company === undefined ? undefined : Number(values.company);
  if (positionals.length === 0 || (company !== undefined && !(Number.isInteger(company) && company > 0))) return undefined;
  return { files: positionals, again: values.again, ...(company === undefined ? {} : { company }) };
}

/** Exit code: 0 if everything was imported, 1 for a wrong call, 2 if something was left out. */
export async function runImport({
  args,
  database,
  clock,
  log,
  say,
  dataDir,
  store,
  antivirus,
  signing,
}: ImportCommand): Promise<0 | 1 | 2> {
  let call: ReturnType<typeof readArgs>;
  try {
    call = readArgs(args);
  } catch (error) {
    log.debug({ err: error }, 'cannot read the arguments of import');
  }
  if (!call) {
    say(usage);
    return 1;
  }
  const result = await importFiles({ ...call, database, clock, dataDir, store, antivirus, signing, screen: process.stdout });
  return result.exitCode;
}
