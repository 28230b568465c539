import { resolve } from 'node:path';
import type { Env } from '../env.ts';
import { openFileStore, openSecretBox } from '../wiring/adapters.ts';
import { type ImportReport, importCompany } from '#modules/company-exports/import/import-company.ts';
import { stopMailingsOf } from '#modules/messaging/campaigns/launch/launch.ts';
import { systemClock as clock } from '#platform/clock.ts';
import { createSigning } from '#platform/crypto/signing.ts';
import { openDatabase } from '#platform/database/database.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { openConfiguredDatabase } from './database.ts';

const usage = 'Usage: npm run import-company -- FILE, where FILE is the export of a company';

interface ImportCommand {
  env: Env;
  log: Log;
  say(sentence: string): void;
  args: readonly string[];
}

function report(say: ImportCommand['say'], { companyId, name, rows, files, takenAddresses }: ImportReport): void {
  say(`Imported ${name} as company ${companyId}: ${rows} rows, ${files} files.`);
  say('Mailings are stopped, mailboxes and SIM cards have to be connected again. Users choose a password with "Forgot password?".');
  if (takenAddresses.length === 0) return;
  say('These addresses have an account in another company. Their users cannot sign in here until they are invited:');
  for (const address of takenAddresses) say(`  ${address}`);
}

/** `npm run import-company -- FILE` (OPS-006), while the product runs or not. */
export async function importCompanyFile(command: ImportCommand): Promise<void> {
  const { env, log, say } = command;
  const [file, ...more] = command.args;
  if (file === undefined || more.length > 0) throw new StartupError(usage);
  const opened = await openConfiguredDatabase(command);
  const database = openDatabase({ url: opened.url, log });
  try {
    const secrets = openSecretBox(env);
    const signing = createSigning({ database, clock, secrets });
    const services = { database, clock, secrets, signing, files: openFileStore(env), stopMailings: stopMailingsOf };
    report(say, await importCompany(services, resolve(file)));
  } finally {
    await database.close();
    await opened.stop();
  }
}
