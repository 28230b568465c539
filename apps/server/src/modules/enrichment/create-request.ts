import { type ColumnType, enrichmentBounds } from '@headwater/domain/profiles/enrichment';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { type Requester, requesterOf } from '#platform/fair-turns.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { cleanName } from '#modules/files/public.ts';
import type { CsvReader } from './csv/csv-reader.ts';
import type { CsvRequest, CsvTable } from './csv/parse-csv.ts';
import { announceRequest, type enrichJob } from './job.ts';
import { enrichmentQuota } from './quota.ts';
import { insertParts } from './store/parts.ts';
import { insertRequest, setJob } from './store/requests.ts';

export interface EnrichmentServices {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  job: ReturnType<typeof enrichJob>;
  csv: CsvReader;
  antivirus: Antivirus;
}

type Format = Partial<Pick<CsvRequest, 'encoding' | 'delimiter'>>;

/** ENR-007. Throws FieldErrors of `file`. */
export async function readFile(
  { csv, antivirus }: Pick<EnrichmentServices, 'csv' | 'antivirus'>,
  { file, ...options }: Format & Pick<CsvRequest, 'makesParts'> & { file: File },
  requester: Requester,
): Promise<CsvTable> {
  if (file.size === 0) throw new FieldErrors({ file: 'file_empty' });
  const max = enrichmentBounds.megabytes;
  if (file.size > max * 1024 * 1024) throw new FieldErrors({ file: { key: 'file_too_large', parts: { max } } });
  if (!/\.csv$/i.test(cleanName(file.name))) throw new FieldErrors({ file: 'csv_only' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  await antivirus.requireClean(bytes);
  return csv.read(requester, { bytes, ...options });
}

export interface NewEnrichment extends Format {
  file: File;
  name?: string | undefined;
  columns: readonly ColumnType[];
  signal: AbortSignal;
}

/**
 * A few hundred rows are done when this resolves. Throws FieldErrors for a file without a table and
 * for columns without a type, enrichment_quota for too many rows.
 */
export async function createRequest(services: EnrichmentServices, actor: Actor, input: NewEnrichment): Promise<number> {
  const { file, encoding, delimiter, signal } = input;
  const { database, clock, jobs } = services;
  const table = await readFile(services, { file, encoding, delimiter, makesParts: true }, requesterOf({ actor, signal }));
  if (table.fault) throw new FieldErrors({ file: 'csv_parse_error' });
  if (table.rows === 0) throw new FieldErrors({ file: 'file_empty' });
  const columns = table.columns.map((_guess, index) => input.columns[index] ?? 'ignore');
  // ENR-010, CON-13.
  if (columns.every((type) => type === 'ignore')) throw new FieldErrors({ columns: 'enrichment_no_type' });
  const fileName = cleanName(file.name);
  const [companyId, { rows, parts }] = [actor.company.id, table];
  return database.inCompany(companyId, async (tx) => {
    await lockUntilCommit(tx, 'enrichmentQuota', companyId);
    const { total, available, month } = await enrichmentQuota(tx, actor, clock.now());
    if (available !== null && rows > available) throw new AppError('enrichment_quota', { rows, available, total: total ?? available });
    const name = input.name ?? fileName;
    const id = await insertRequest(tx, {
      companyId,
      userId: actor.userId,
      name,
      fileName,
      delimiter: table.delimiter,
      columns,
      rows,
      parts: parts.length,
      month,
    });
    await insertParts(tx, { requestId: id, companyId }, parts);
    const job = await jobs.run(tx, services.job, { actor, input: { requestId: id }, total: rows, details: { name } });
    await setJob(tx, id, job.id);
    await announceRequest(tx, companyId, id);
    return id;
  });
}
