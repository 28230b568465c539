import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TableFaultKey } from '@headwater/domain/profiles/table-import';
import { findCompany } from '#modules/companies/public.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Clock } from '#platform/clock.ts';
import { saveImportedResume } from '#modules/files/public.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { createExtractor, type Extractor } from '#platform/extract/extractor.ts';
import { type DetectedSource, detectSource } from './detect-source.ts';
import { type ErrorFile, openErrorFile } from './error-file.ts';
import { jsonDocument, jsonLines } from './json-lines.ts';
import { createProgressLine, type ProgressLine, type Screen } from './progress-line.ts';
import type { SourceRecord } from './check-record.ts';
import { resumeRecord } from './resume-file.ts';
import type { TablePreview } from './table/table-questions.ts';
import { findTable, tableRecords } from './table/table-records.ts';
import { TableError } from '#platform/tables/table-error.ts';
import { findImport, saveReached, startImport } from './store.ts';
import { type Batch, type Counts, inScope, type Target, noCounts, writeRecords } from './write-records.ts';

export interface ImportOptions {
  files: readonly string[];
  /** Company of the private base; absent: the common base. */
  company?: number;
  again?: boolean;
  database: Database;
  clock: Clock;
  /** Folder of the error files if the source folder is read-only. */
  dataDir: string;
  store: FileStore;
  /** Checks each file before it is read; absent: no check. */
  antivirus?: Antivirus;
  signing(): Promise<Signer>;
  screen: Screen;
}

export interface ImportResult {
  imported: number;
  failed: number;
  /** `{file, line, reason}` of everything that was left out. */
  errorFiles: string[];
  /** 0: everything was imported; 2: something was left out. */
  exitCode: 0 | 2;
}

interface Run {
  target: Target;
  clock: Clock;
  again: boolean;
  extractor: Extractor;
  store: FileStore;
  antivirus: Antivirus | undefined;
  line: ProgressLine;
}

async function hashOf(path: string, companyId: number | null): Promise<{ content: string; source: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  const content = hash.digest('hex');
  return { content, source: `${content}:${companyId ?? 'common'}` };
}

interface Reading extends Run {
  skip: number;
  hash: string;
  table: TablePreview | undefined;
}

async function* recordsOf(path: string, detected: DetectedSource, run: Reading): AsyncGenerator<SourceRecord> {
  const options = { gzipped: detected.gzipped, skip: run.skip };
  if (detected.kind === 'json-lines') yield* jsonLines(path, options);
  else if (detected.kind === 'json') yield* jsonDocument(path, options);
  else if (run.table) yield* tableRecords(path, run.table, options);
  else yield await resumeRecord(path, run);
}

const tableFaultWords: Readonly<Record<TableFaultKey, string>> = {
  table_broken: 'the table is damaged',
  table_encrypted: 'the workbook has a password or is an old .xls',
  table_unpacks_large: 'the table unpacks to more than can be read',
  table_empty: 'the table has no rows',
  table_no_sheet: 'the workbook has no such sheet',
  table_not_in_zip: 'the archive has no table',
  table_not_text: 'the file is no table',
  table_slow: 'reading the table takes too long',
  table_too_many_rows: 'the table has too many rows',
};

const isJson = ({ kind }: DetectedSource) => kind === 'json-lines' || kind === 'json';

async function keepFile(tx: Tx, { ids }: Batch, { path, hash, run }: { path: string; hash: string; run: Run }): Promise<void> {
  const profileId = ids[0];
  if (typeof profileId === 'number') await saveImportedResume(tx, run.store, { path, hash, profileId, companyId: run.target.companyId });
}

function faultWords(fault: NonNullable<Awaited<ReturnType<Antivirus['faultOf']>>>): string {
  if (fault.kind === 'infected') return `the file has a virus: ${fault.virus}`;
  return fault.reason === 'too_large' ? 'the file is larger than the antivirus takes' : 'the antivirus could not check the file';
}

const number = (value: number) => value.toLocaleString('en-US');

const countWords = ({ imported, failed, erased }: Counts): string =>
  [
    `${number(imported)} imported`,
    ...(erased > 0 ? [`${number(erased)} skipped (erased on request)`] : []),
    `${number(failed)} failed`,
  ].join(', ');

/** Returns the counts of the whole file, including earlier runs. */
async function importFile(path: string, run: Run, errors: ErrorFile): Promise<Counts & { skipped: boolean }> {
  const { target, clock } = run;
  const name = basename(path);
  const fault = await run.antivirus?.faultOf(path);
  if (fault) {
    await errors.add([{ file: path, line: 1, reason: faultWords(fault) }]);
    return { ...noCounts, failed: 1, skipped: false };
  }
  const detected = await detectSource(path);
  let table: TablePreview | undefined;
  try {
    table = isJson(detected) ? undefined : await findTable(path);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await errors.add([{ file: path, line: 1, reason: tableFaultWords[error.fault] }]);
    return { ...noCounts, failed: 1, skipped: false };
  }
  const { content, source } = await hashOf(path, target.companyId);
  const known = await target.database.asSystem((tx) => findImport(tx, source));
  if (known?.finished_at && known.failed === 0 && !run.again) {
    return { ...noCounts, recordsDone: known.records_done, imported: known.imported, erased: known.erased, skipped: true };
  }
  const goesOn = known !== undefined && known.finished_at === null;
  const reached = goesOn
    ? { recordsDone: known.records_done, imported: known.imported, failed: known.failed, erased: known.erased }
    : noCounts;
  if (!goesOn) {
    const fresh = {
      sourceHash: source,
      fileName: name,
      companyId: target.companyId,
      kind: table ? 'table' : detected.kind,
      startedAt: clock.now(),
    };
    await target.database.asSystem((tx) => startImport(tx, fresh));
  } else if (reached.recordsDone > 0) run.line.say(`${name}: goes on after record ${number(reached.recordsDone)}`);
  await errors.forget(path, reached.recordsDone);
  const records = recordsOf(path, detected, { ...run, skip: reached.recordsDone, hash: content, table });
  const safe = { ...reached };
  try {
    const counts = await writeRecords(records, target, {
      reached,
      async onBatch(tx, batch) {
        const erased = batch.erased.map((line) => ({ line, reason: 'the person was erased on request' }));
        await errors.add([...batch.failures, ...erased].map(({ line, reason }) => ({ file: path, line, reason })));
        if (!isJson(detected) && !table) await keepFile(tx, batch, { path, hash: content, run });
        await saveReached(tx, source, batch.counts);
      },
      onWritten(batch) {
        Object.assign(safe, batch.counts);
        run.line.show(`${name}: ${countWords(batch.counts)}`);
      },
    });
    await target.database.asSystem((tx) => saveReached(tx, source, { ...counts, finishedAt: clock.now() }));
    return { ...counts, skipped: false };
  } catch (error) {
    // A truncated file stays unfinished, so that a repaired one resumes there.
    if (!isSourceError(error)) throw error;
    await errors.add([{ file: path, line: safe.recordsDone + 1, reason: `the file is damaged: ${error.message}` }]);
    return { ...safe, failed: safe.failed + 1, skipped: false };
  }
}

const isSourceError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE|EIO|EACCES|EISDIR|ENOENT)/.test(String(error.code));

/** In a stable order, without hidden files and our error files. */
async function filesAt(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = (await readdir(path, { withFileTypes: true })).toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const below = entries
    .filter((entry) => !entry.name.startsWith('.') && !entry.name.endsWith('.errors.jsonl') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => filesAt(join(path, entry.name)));
  return (await Promise.all(below)).flat();
}

async function importArgument(argument: string, run: Run, fallbackFolder: string): Promise<Counts & { errorFile?: string }> {
  const errors = openErrorFile(argument, fallbackFolder);
  const total: Counts = { ...noCounts };
  const files = await filesAt(argument).catch(() => undefined);
  if (!files) {
    run.line.say(`${argument}: there is no such file or folder`);
    return { ...total, failed: 1 };
  }
  for (const file of files) {
    const counts = await importFile(file, run, errors).catch(async (error: unknown) => {
      if (!isSourceError(error)) throw error;
      await errors.add([{ file, line: 1, reason: `the file cannot be read: ${error.message}` }]);
      return { ...noCounts, failed: 1, skipped: false };
    });
    total.imported += counts.imported;
    total.failed += counts.failed;
    total.erased += counts.erased;
    if (counts.skipped) run.line.say(`${basename(file)}: was imported before, nothing to do`);
    else run.line.show(`${argument}: ${countWords(total)}`);
  }
  const errorFile = errors.path();
  const isLeftOut = errorFile !== undefined && total.failed + total.erased > 0;
  run.line.say(`${argument}: ${countWords(total)}${isLeftOut ? `; what was left out and why: ${errorFile}` : ''}`);
  return { ...total, ...(isLeftOut ? { errorFile } : {}) };
}

/** A person who only imports would not see the list of duplicates. */
const duplicatesHint = 'Headwater looks for possible duplicates while it runs. Review them under Search, Duplicates (/duplicates).';

export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const { files, company, database, clock, dataDir, store, signing, screen } = options;
  const line = createProgressLine(screen);
  const companyId = company ?? null;
  if (companyId !== null && !(await inScope({ database, companyId }, (tx) => findCompany(tx, companyId)))) {
    line.say(`There is no company with the id ${companyId}.`);
    return { imported: 0, failed: files.length, errorFiles: [], exitCode: 2 };
  }
  const extractor = createExtractor();
  const run: Run = {
    target: { database, companyId, signing },
    clock,
    again: options.again ?? false,
    extractor,
    store,
    antivirus: options.antivirus,
    line,
  };
  const result: ImportResult = { imported: 0, failed: 0, errorFiles: [], exitCode: 0 };
  try {
    for (const argument of files) {
      const counts = await importArgument(argument, run, join(dataDir, 'imports'));
      result.imported += counts.imported;
      result.failed += counts.failed;
      if (counts.errorFile) result.errorFiles.push(counts.errorFile);
    }
  } finally {
    extractor.close();
  }
  if (result.imported > 0) line.say(duplicatesHint);
  return { ...result, exitCode: result.failed > 0 ? 2 : 0 };
}
