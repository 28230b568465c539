import { randomUUID } from 'node:crypto';
import { identifyingMeanings, tableBounds, tableFileTypes } from '@headwater/domain/profiles/table-import';
import type { z } from 'zod';
import type { tableImports } from '@headwater/contract/table-imports';
import type { Actor } from '@headwater/domain/roles';
import { findCompany } from '#modules/companies/public.ts';
import { cleanName } from '#modules/files/public.ts';
import { originOfTable, type TablePreview, type TablePreviewer } from '#modules/profiles/import/public.ts';
import { firstStatus } from '#modules/vacancies/public/importing.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { requesterOf } from '#platform/fair-turns.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { TableFormat } from '#platform/tables/open-table.ts';
import { TableError } from '#platform/tables/table-error.ts';
import type { createImportJob, JobServices } from './job.ts';
import {
  countWaitingBytes,
  findImport,
  findMapping,
  type ImportRow,
  insertImport,
  lockOwnImport,
  saveMapping,
  savePiece,
  setJob,
  setStarted,
} from './store/imports.ts';

type Inputs = { [Key in 'preview' | 'start']: z.output<NonNullable<(typeof tableImports)[Key]['~orpc']['inputSchema']>> };

export interface ImportServices extends JobServices {
  database: Database;
  jobs: Jobs;
  job: ReturnType<typeof createImportJob>['job'];
  previewer: TablePreviewer;
}

const megabyte = 1024 ** 2;
/** Files of one user that wait for a confirmation. */
const maxWaiting = 5 * tableBounds.megabytes * megabyte;
const fileType = new RegExp(`\\.(?:${tableFileTypes.join('|')}|xlsm)$`, 'i');

export async function createImport(
  { database }: ImportServices,
  actor: Actor,
  input: { file_name: string; size: number },
): Promise<number> {
  const fileName = cleanName(input.file_name);
  if (!fileType.test(fileName)) throw new FieldErrors({ file_name: 'table_type' });
  if (input.size > tableBounds.megabytes * megabyte)
    throw new FieldErrors({ size: { key: 'file_too_large', parts: { max: tableBounds.megabytes } } });
  return database.inCompany(actor.company.id, async (tx) => {
    await lockUntilCommit(tx, 'tableUploads', actor.userId);
    if ((await countWaitingBytes(tx, actor.userId)) + input.size > maxWaiting) throw new AppError('limit_exceeded');
    return insertImport(tx, { companyId: actor.company.id, userId: actor.userId, fileName, size: input.size });
  });
}

/** Only the user who began the import. */
export async function requireOwnImport(tx: Tx, actor: Actor, importId: number): Promise<ImportRow> {
  const row = await findImport(tx, importId);
  if (!row || row.created_by !== actor.userId) throw new AppError('not_found');
  return row;
}

async function requireWaiting(tx: Tx, actor: Actor, importId: number): Promise<ImportRow> {
  const row = await lockOwnImport(tx, importId, actor.userId);
  if (!row) throw new AppError('not_found');
  if (row.options) throw new AppError('table_started');
  return row;
}

export async function addPiece(
  { database, files }: ImportServices,
  actor: Actor,
  input: { id: number; number: number; file: File },
): Promise<number> {
  const bytes = new Uint8Array(await input.file.arrayBuffer());
  if (bytes.length === 0) throw new FieldErrors({ file: 'file_empty' });
  if (bytes.length > tableBounds.pieceBytes)
    throw new FieldErrors({ file: { key: 'file_too_large', parts: { max: tableBounds.pieceBytes / megabyte } } });
  const name = randomUUID();
  const storeKey = `${name.slice(0, 2)}/${name}`;
  const replaced = await database.inCompany(actor.company.id, async (tx) => {
    const row = await requireWaiting(tx, actor, input.id);
    if ((input.number + 1) * tableBounds.pieceBytes - tableBounds.pieceBytes + bytes.length > row.size)
      throw new AppError('table_incomplete');
    await files.put(storeKey, bytes);
    return savePiece(tx, { importId: row.id, companyId: row.company_id, number: input.number, storeKey, size: bytes.length });
  });
  if (replaced) await files.remove(replaced);
  return bytes.length;
}

const formatOf = ({ sheet, encoding, delimiter }: TableFormat): TableFormat => ({ sheet, encoding, delimiter });

/** Throws FieldErrors of `file` for a file without a readable table. */
async function readPreview(
  services: ImportServices,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
  input: Inputs['preview'],
): Promise<TablePreview> {
  const { database, copies, previewer, antivirus } = services;
  const [row, company] = await database.inCompany(actor.company.id, async (tx) => [
    await requireOwnImport(tx, actor, input.id),
    await findCompany(tx, actor.company.id),
  ]);
  if (row.options) throw new AppError('table_started');
  const path = await copies.pathOf(row);
  const fault = await antivirus.faultOf(path);
  if (fault?.kind === 'infected') throw new FieldErrors({ file: { key: 'file_infected', parts: { virus: fault.virus } } });
  if (fault) throw new FieldErrors({ file: fault.reason === 'too_large' ? 'file_over_scanner' : 'file_unchecked' });
  try {
    return await previewer.preview(requesterOf({ actor, signal }), {
      path,
      format: formatOf(input),
      columns: input.columns,
      headerLine: input.header_line,
      country: company?.region === 'russia' ? 'RU' : undefined,
    });
  } catch (error) {
    throw error instanceof TableError ? new FieldErrors({ file: error.fault }) : error;
  }
}

/** IMP-003, IMP-004. Nothing is written. */
export async function previewImport(services: ImportServices, who: { actor: Actor; signal: AbortSignal }, input: Inputs['preview']) {
  const guessed = await readPreview(services, who, input);
  const { actor } = who;
  const known = input.columns ? undefined : await services.database.inCompany(actor.company.id, (tx) => findMapping(tx, guessed.header));
  const isRemembered = known !== undefined && known.length >= guessed.header.length;
  const shown = isRemembered ? await readPreview(services, who, { ...input, columns: known, header_line: guessed.headerLine }) : guessed;
  const { kind: _kind, headerLine, isUsable, isCounted, rows, ...rest } = shown;
  return {
    ...rest,
    header_line: headerLine,
    is_usable: isUsable,
    is_counted: isCounted,
    is_remembered: isRemembered,
    rows: rows.map(({ leftOut, ...row }) => ({ ...row, left_out: leftOut })),
  };
}

async function requireChoices(tx: Tx, actor: Actor, { folder_id: vacancyId, status }: Inputs['start']): Promise<void> {
  if (vacancyId === undefined) return;
  const vacancy = await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
  await firstStatus(tx, vacancy, status);
}

/** Returns the id of the job. */
export async function startImport(
  services: ImportServices,
  who: { actor: Actor; signal: AbortSignal },
  input: Inputs['start'],
): Promise<void> {
  const { database, clock, jobs, job } = services;
  const { actor } = who;
  if (!input.columns.some((column) => identifyingMeanings.includes(column))) throw new FieldErrors({ columns: 'table_no_person' });
  await database.inCompany(actor.company.id, (tx) => requireChoices(tx, actor, input));
  const preview = await readPreview(services, who, {
    ...formatOf(input),
    id: input.id,
    columns: input.columns,
    header_line: input.header_line,
  });
  if (preview.rows.length === 0) throw new FieldErrors({ file: 'table_empty' });
  if (preview.isCounted && preview.count > tableBounds.rows)
    throw new FieldErrors({ file: { key: 'table_too_many_rows', parts: { max: tableBounds.rows } } });
  await database.inCompany(actor.company.id, async (tx) => {
    const row = await requireWaiting(tx, actor, input.id);
    const { header, sheet, encoding, delimiter, preset } = preview;
    await setStarted(tx, row.id, {
      sheet: sheet ?? undefined,
      encoding: encoding ?? undefined,
      delimiter: delimiter ?? undefined,
      columns: preview.columns,
      headerLine: input.header_line,
      header,
      policy: input.duplicates,
      vacancyId: input.folder_id ?? null,
      statusId: input.status ?? null,
      statuses: input.statuses,
      tags: input.tags,
      origin: originOfTable(preset, header),
    });
    await saveMapping(tx, { companyId: row.company_id, header, columns: preview.columns, now: clock.now() });
    const started = await jobs.run(tx, job, { actor, input: { importId: row.id }, total: preview.count, details: { name: row.file_name } });
    await setJob(tx, row.id, started.id);
  });
}
