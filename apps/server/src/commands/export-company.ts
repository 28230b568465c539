import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Env, releaseVersion } from '../env.ts';
import { openFileStore, openSecretBox } from '../wiring/adapters.ts';
import { listCompanyNames } from '#modules/company-exports/store/read-files.ts';
import { writeExport } from '#modules/company-exports/write-export.ts';
import { isNoSpace } from '#platform/backup/space.ts';
import { systemClock } from '#platform/clock.ts';
import { createSigning } from '#platform/crypto/signing.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { openConfiguredDatabase } from './database.ts';

const usage = 'Usage: npm run export-company -- ID FILE, where ID is the number of the company and FILE a new file';

interface ExportCommand {
  env: Env;
  log: Log;
  say(sentence: string): void;
  args: readonly string[];
}

async function requireCompany(database: Database, id: number): Promise<string> {
  const companies = await database.readAsSystem(listCompanyNames);
  const found = companies.find((company) => company.id === id);
  if (found) return found.name;
  const known = companies.map((company) => `  ${company.id} ${company.name}`).join('\n');
  throw new StartupError(`There is no company ${id}. The companies of this installation:\n${known}`);
}

async function write({ env, say }: ExportCommand, database: Database, { companyId, path }: { companyId: number; path: string }) {
  const name = await requireCompany(database, companyId);
  say(`Exporting ${name} to ${path}`);
  const signing = createSigning({ database, clock: systemClock, secrets: openSecretBox(env) });
  const options = { files: openFileStore(env), companyId, release: releaseVersion(), signing, now: systemClock.now(), path };
  try {
    const { rows, files, missing } = await writeExport({ pool: database.pool, ...options });
    say(`Exported ${rows} rows and ${files} files, ${Math.ceil((await stat(path)).size / 1e6)} MB.`);
    if (missing > 0) say(`${missing} files are missing in the file store.`);
    return missing > 0 ? 2 : 0;
  } catch (error) {
    await rm(path, { force: true });
    throw isNoSpace(error) ? new StartupError(`There is no room left for ${path}.`, { cause: error }) : error;
  }
}

/** `npm run export-company -- ID FILE`. Returns exit code 2 if files are missing that the database names. */
export async function exportCompany(command: ExportCommand): Promise<number> {
  const [id = '', file, ...more] = command.args;
  if (!/^\d{1,15}$/.test(id) || file === undefined || more.length > 0) throw new StartupError(usage);
  const path = resolve(file);
  if (existsSync(path)) throw new StartupError(`${path} exists already: name a new file.`);
  const opened = await openConfiguredDatabase(command);
  const database = openDatabase({ url: opened.url, log: command.log });
  try {
    return await write(command, database, { companyId: Number(id), path });
  } finally {
    await database.close();
    await opened.stop();
  }
}
