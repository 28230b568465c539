import { createHash } from 'node:crypto';
import { z } from 'zod';
import { mayAccess } from '@headwater/domain/access';
import { atsImports, type AtsImportName, atsImportNames } from '@headwater/domain/ats/imports';
import type { Actor } from '@headwater/domain/roles';
import { findCompany } from '#modules/companies/public.ts';
import {
  type ConnectionServices,
  disconnect,
  findConnection,
  type ImportPage,
  openConnection,
  reportFailure,
} from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { type Batch, type BatchOutcome, defineJob } from '#platform/jobs/define-job.ts';
import { isRepeated, noPages, rememberPage, type SeenPages } from './seen-pages.ts';
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
  seen: SeenPages;
  attempts: number;
}

type Called = { page: ImportPage } | { pauseSeconds: number; isFailure: boolean };

/** A page that repeats is asked for again. */
const maxRepeats = 6;
/** Some hours: systems are closed for maintenance. */
const maxAttempts = 14;
const retrySeconds = 20;
const longestRetrySeconds = 1800;
/** A broken connection waits for a user; another start continues the job. */
const brokenSeconds = 600;

const first: ImportState = { cursor: null, done: 0, counts: noCounts, seen: noPages, attempts: 0 };

const pauseAfter = (attempts: number) => Math.min(longestRetrySeconds, retrySeconds * 2 ** attempts);

const hashOf = ({ people }: ImportPage) =>
  people.length === 0
    ? undefined
    : createHash('sha256')
        .update(people.map(({ id }) => id).join(' '))
        .digest('base64url')
        .slice(0, 12);

/** Throws ats_not_available. */
export async function requireAvailable(tx: Tx, { company: { id } }: Actor, name: AtsImportName): Promise<void> {
  const { feature, title } = atsImports[name];
  if (feature === null) return;
  const company = await findCompany(tx, id);
  if (!company?.features[feature]) throw new AppError('ats_not_available', { service: title });
}

async function readPage(services: ImportServices, { input, state, actor }: Batch<ImportInput, ImportState>): Promise<Called> {
  if (!mayAccess('integrations', actor)) throw new AppError('forbidden');
  const { name, accountId } = input;
  const service = atsImports[name].title;
  const connection = await services.database.inCompany(actor.company.id, async (tx) => {
    await requireAvailable(tx, actor, name);
    return findConnection(tx, actor.company.id, name);
  });
  if (!connection) throw new AppError('ats_import_disconnected', { service });
  if (connection.external_id !== accountId) throw new AppError('ats_other_account');
  if (connection.state === 'broken') return { pauseSeconds: brokenSeconds, isFailure: false };
  const importer = services.integrations.get(name)?.importer;
  if (!importer) throw new Error(`the integration ${name} has no importer`);
  const { cursor, seen, attempts } = state ?? first;
  try {
    const page = await importer.page(openConnection(services, connection), cursor);
    if (!isRepeated(seen, hashOf(page))) return { page };
    if (attempts + 1 >= maxRepeats) throw new AppError('ats_import_repeats', { service });
    return { pauseSeconds: retrySeconds, isFailure: true };
  } catch (error) {
    if (await reportFailure(services, connection, error)) return { pauseSeconds: brokenSeconds, isFailure: false };
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'limit') return { pauseSeconds: error.retryAfter ?? retrySeconds, isFailure: false };
    if (error.kind !== 'unavailable' || attempts + 1 >= maxAttempts) throw new AppError('ats_rejected', { service, reason: error.message });
    return { pauseSeconds: pauseAfter(attempts), isFailure: true };
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
    /** An import that is over needs no keys. */
    async ended(tx, { input: { name, accountId }, companyId, now }) {
      const connection = await findConnection(tx, companyId, name);
      if (connection?.external_id === accountId) await disconnect(tx, connection, now);
    },
    async batch(tx, { input, actor, jobId, now, called, ...batch }): Promise<BatchOutcome<ImportState>> {
      const state = batch.state ?? first;
      if ('pauseSeconds' in called) {
        const attempts = state.attempts + (called.isFailure ? 1 : 0);
        return { state: { ...state, attempts }, done: state.done, finished: false, pauseSeconds: called.pauseSeconds };
      }
      const { page } = called;
      const written = await writePage(tx, services, { ...input, page, actor, now });
      await addLeftOut(tx, jobId, written.left);
      const counts = sum(state.counts, written.counts);
      const done = state.done + page.people.length + page.unreadable.length;
      const finished = page.next === null;
      const seen = rememberPage(state.seen, hashOf(page));
      const total = page.total === undefined ? {} : { total: page.total };
      return { state: { cursor: page.next, done, counts, seen, attempts: 0 }, done, finished, result: { ...counts, ...total } };
    },
  });
