import { createHash } from 'node:crypto';
import { z } from 'zod';
import { mayAccess } from '@headwater/domain/access';
import { atsImports, type AtsImportName, atsImportNames } from '@headwater/domain/ats/imports';
import {
  type Connection,
  type ConnectionServices,
  disconnect,
  findConnection,
  type ImportPage,
  openConnection,
  reportFailure,
} from '#modules/connections/public.ts';
import { AppError } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { type Batch, type BatchOutcome, defineJob } from '#platform/jobs/define-job.ts';
import { addLeftOut } from './store.ts';
import { type Counts, noCounts, type PageServices, writePage } from './write-page.ts';

export const importKind = 'ats_import';

export interface ImportServices extends ConnectionServices, PageServices {}

interface ImportInput {
  name: AtsImportName;
  accountId: string;
}

interface ImportState {
  /** Start of the next page; null for the first. */
  cursor: string | null;
  done: number;
  counts: Counts;
  /** Hashes of the ids of the pages, to notice a page that repeats. */
  pages: string[];
  attempts: number;
}

type Called = { page: ImportPage; connection: Connection } | { pauseSeconds: number; isFailure: boolean };

const maxAttempts = 6;
const retrySeconds = 20;
/** A broken connection waits for a user; another start continues the job. */
const brokenSeconds = 600;

const first: ImportState = { cursor: null, done: 0, counts: noCounts, pages: [], attempts: 0 };

const hashOf = ({ people }: ImportPage) =>
  people.length === 0
    ? undefined
    : createHash('sha256')
        .update(people.map(({ id }) => id).join(' '))
        .digest('base64url')
        .slice(0, 12);

async function readPage(services: ImportServices, { input, state, actor }: Batch<ImportInput, ImportState>): Promise<Called> {
  if (!mayAccess('integrations', actor)) throw new AppError('forbidden');
  const { name, accountId } = input;
  const service = atsImports[name].title;
  const connection = await services.database.inCompany(actor.company.id, (tx) => findConnection(tx, actor.company.id, name));
  if (!connection) throw new AppError('ats_import_disconnected', { service });
  if (connection.external_id !== accountId) throw new AppError('ats_other_account');
  if (connection.state === 'broken') return { pauseSeconds: brokenSeconds, isFailure: false };
  const importer = services.integrations.get(name)?.importer;
  if (!importer) throw new Error(`the integration ${name} has no importer`);
  const { cursor, pages, attempts } = state ?? first;
  try {
    const page = await importer.page(openConnection(services, connection), cursor);
    const hash = hashOf(page);
    if (hash === undefined || !pages.includes(hash)) return { page, connection };
    if (attempts + 1 >= maxAttempts) throw new AppError('ats_import_repeats', { service });
    return { pauseSeconds: retrySeconds, isFailure: true };
  } catch (error) {
    if (await reportFailure(services, connection, error)) return { pauseSeconds: brokenSeconds, isFailure: false };
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'limit') return { pauseSeconds: error.retryAfter ?? retrySeconds, isFailure: false };
    if (error.kind !== 'unavailable' || attempts + 1 >= maxAttempts) throw new AppError('ats_rejected', { service, reason: error.message });
    return { pauseSeconds: retrySeconds, isFailure: true };
  }
}

const sum = (one: Counts, other: Counts): Counts => ({
  created: one.created + other.created,
  changed: one.changed + other.changed,
  known: one.known + other.known,
  erased: one.erased + other.erased,
  left_out: one.left_out + other.left_out,
  resumes: one.resumes + other.resumes,
});

/** A page per batch: its people and the position behind it are one transaction. */
export const importJob = (services: ImportServices) =>
  defineJob<ImportInput, ImportState, ImportState, Called>({
    kind: importKind,
    input: z.object({ name: z.enum(atsImportNames as [AtsImportName, ...AtsImportName[]]), accountId: z.string() }),
    call: (batch) => readPage(services, batch),
    async batch(tx, { input, actor, jobId, now, called, ...batch }): Promise<BatchOutcome<ImportState>> {
      const state = batch.state ?? first;
      if ('pauseSeconds' in called) {
        const attempts = state.attempts + (called.isFailure ? 1 : 0);
        return { state: { ...state, attempts }, done: state.done, finished: false, pauseSeconds: called.pauseSeconds };
      }
      const { page, connection } = called;
      const written = await writePage(tx, services, { ...input, page, actor, now });
      await addLeftOut(tx, jobId, written.left);
      const counts = sum(state.counts, written.counts);
      const done = state.done + page.people.length + page.unreadable.length;
      const finished = page.next === null;
      // A finished import needs no keys.
      if (finished) await disconnect(tx, connection, now);
      const pages = [...state.pages, hashOf(page) ?? []].flat();
      const total = page.total === undefined ? {} : { total: page.total };
      return { state: { cursor: page.next, done, counts, pages, attempts: 0 }, done, finished, result: { ...counts, ...total } };
    },
  });
