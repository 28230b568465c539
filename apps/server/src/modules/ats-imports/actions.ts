import type { AtsImportInput, AtsImportState } from '@headwater/contract/ats-imports';
import { catalogue, message, type MessageKey } from '@headwater/contract/errors';
import { atsImports, type AtsImportName, atsImportNames } from '@headwater/domain/ats/imports';
import type { Actor } from '@headwater/domain/roles';
import { type AcceptedAccount, CredentialsRefused, findConnection, saveConnection } from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { findJob } from '#platform/jobs/store.ts';
import { importKind, type ImportServices, requireAvailable } from './job.ts';
import { findImport, type ImportRow, saveImport } from './store.ts';
import { noCounts } from './write-page.ts';

export interface StartServices extends ImportServices {
  jobs: Jobs;
  job: JobDefinition<{ name: AtsImportName; accountId: string }>;
}

const titleOf = (name: AtsImportName) => ({ service: atsImports[name].title });

const over = new Set(['done', 'failed', 'cancelled', 'undone']);

async function runningJob(tx: Tx, companyId: number, name: AtsImportName) {
  const row = await findImport(tx, companyId, name);
  const job = row && (await findJob(tx, row.job_id));
  return job && !over.has(job.status) ? job : undefined;
}

async function accept(services: StartServices, name: AtsImportName, input: AtsImportInput): Promise<AcceptedAccount> {
  const importer = services.integrations.get(name)?.importer;
  if (!importer) throw new Error(`the integration ${name} has no importer`);
  try {
    return await importer.accept(input);
  } catch (error) {
    if (error instanceof CredentialsRefused) throw new FieldErrors({ [error.field]: { key: error.key, parts: error.parts } });
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'limit') throw new AppError('ats_limit', { ...titleOf(name), count: error.retryAfter ?? 30 });
    throw new AppError('ats_failed', titleOf(name));
  }
}

/** Connects and imports. An import that lost access continues where it stopped. */
export async function startImport(
  services: StartServices,
  actor: Actor,
  { name, input }: { name: AtsImportName; input: AtsImportInput },
): Promise<void> {
  const { database, clock, jobs, job } = services;
  const companyId = actor.company.id;
  await database.inCompany(companyId, async (tx) => {
    await requireAvailable(tx, actor, name);
    const connection = await findConnection(tx, companyId, name);
    const isWorking = connection?.state === 'connected' && (await runningJob(tx, companyId, name));
    if (isWorking) throw new AppError('ats_import_running', titleOf(name));
  });
  const { secret, settings, account } = await accept(services, name, input);
  await database.inCompany(companyId, async (tx) => {
    // The row of the connection makes another start wait, which then finds the job.
    await saveConnection(tx, services, { companyId, userId: actor.userId, integration: name, secret, settings, account });
    const running = await runningJob(tx, companyId, name);
    if (running) return jobs.resume(tx, companyId, importKind);
    const started = await jobs.run(tx, job, { actor, input: { name, accountId: account.id }, total: 0, details: titleOf(name) });
    await saveImport(tx, { companyId, integration: name, jobId: started.id, now: clock.now() });
  });
}

const isMessage = (key: string): key is MessageKey => Object.hasOwn(catalogue, key);

export async function presentImport(
  tx: Tx,
  { actor, name, row }: { actor: Actor; name: AtsImportName; row: ImportRow | undefined },
): Promise<AtsImportState> {
  const job = row && (await findJob(tx, row.job_id));
  const connection = await findConnection(tx, actor.company.id, name);
  const { total, ...result } = (job?.result ?? {}) as Partial<AtsImportState> & { total?: number };
  const error = job?.error;
  return {
    name,
    ...noCounts,
    ...result,
    job: job
      ? {
          id: job.id,
          status: job.status,
          done: job.done,
          total: total ?? null,
          start_date: (job.started_at ?? job.created_at).toISOString(),
          finish_date: job.finished_at?.toISOString() ?? null,
          error: error && isMessage(error.key) ? message(error.key, actor.language, error.parts) : null,
        }
      : null,
    failure: connection?.failure ?? null,
    left_out_people: row?.left_out ?? [],
  };
}

export const namesInOrder = (rows: readonly ImportRow[]) =>
  atsImportNames.map((name) => ({ name, row: rows.find(({ integration }) => integration === name) }));
