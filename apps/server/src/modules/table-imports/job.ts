import { z } from 'zod';
import { mayAccess } from '@headwater/domain/access';
import { tableBounds } from '@headwater/domain/profiles/table-import';
import type { Actor } from '@headwater/domain/roles';
import { findCompany } from '#modules/companies/public.ts';
import { detachFiles } from '#modules/files/public.ts';
import { lockUntouched, openRowReader, type RowReader, undoPeople } from '#modules/profiles/import/public.ts';
import { undoTags } from '#modules/tags/public.ts';
import { deleteComments, forgetAdded, undoChanges } from '#modules/vacancies/public/importing.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { AppError } from '#platform/errors.ts';
import { type Batch, type BatchOutcome, defineJob } from '#platform/jobs/define-job.ts';
import { TableError } from '#platform/tables/table-error.ts';
import { idleMs, type LocalCopies } from './local-copy.ts';
import { addCounts, countParts, findImport, findPart, type ImportRow, insertPart } from './store/imports.ts';
import { type PartServices, writePart } from './write-part.ts';

const rowsPerPart = 500;

interface ReadState {
  part: number;
  rows: number;
}

interface UndoState {
  step: 'candidates' | 'tags' | 'people';
  after: number;
  done: number;
}

type ImportInput = { importId: number };

export interface JobServices extends PartServices {
  copies: LocalCopies;
  clock: Clock;
}

export const appErrorOf = (error: unknown): unknown =>
  error instanceof TableError ? new AppError(error.fault, error.fault === 'table_too_many_rows' ? { max: tableBounds.rows } : {}) : error;

async function requireImport(tx: Tx, actor: Actor, importId: number): Promise<ImportRow> {
  if (!mayAccess('search', actor)) throw new AppError('forbidden');
  const row = await findImport(tx, importId);
  if (!row?.options) throw new AppError('not_found');
  return row;
}

/** One reader per job of this process. Another process begins again behind the stored rows. */
function createReaders({ copies, clock }: JobServices) {
  const readers = new Map<number, { reader: Promise<RowReader>; idle: AbortController }>();
  async function open(row: ImportRow, country: string | undefined): Promise<RowReader> {
    const { options } = row;
    if (!options) throw new AppError('not_found');
    const { sheet, encoding, delimiter, columns, headerLine } = options;
    const path = await copies.pathOf(row);
    return openRowReader({ path, format: { sheet, encoding, delimiter }, columns, headerLine, country }, rowsPerPart);
  }
  const close = async (importId: number) => {
    const known = readers.get(importId);
    readers.delete(importId);
    known?.idle.abort();
    await (await known?.reader.catch(() => undefined))?.close();
    await copies.drop(importId);
  };
  // A cancelled job, or one that another worker continues, asks for no more rows.
  const closeWhenIdle = (importId: number): AbortController => {
    const idle = new AbortController();
    void clock.sleep(idleMs, { signal: idle.signal, ref: false }).then(() => (idle.signal.aborted ? undefined : close(importId)));
    return idle;
  };
  return {
    of(row: ImportRow, country: string | undefined) {
      const known = readers.get(row.id);
      known?.idle.abort();
      copies.touch(row.id);
      const reader = known?.reader ?? open(row, country);
      readers.set(row.id, { reader, idle: closeWhenIdle(row.id) });
      reader.catch(() => close(row.id));
      return reader;
    },
    close,
    closeAll: async () => void (await Promise.all([...readers.keys()].map(close))),
  };
}

/** A part that is not read by then is asked for again, so that no transaction stays open for long. */
const patienceMs = 5000;

export function createImportJob(services: JobServices) {
  const readers = createReaders(services);

  async function readPart(row: ImportRow, { from, country }: { from: number; country: string | undefined }) {
    const reading = readers.of(row, country).then(async (reader) => ({ reader, ...(await reader.read(from)) }));
    reading.catch(() => undefined);
    const late = new AbortController();
    try {
      return await Promise.race([reading, services.clock.sleep(patienceMs, { signal: late.signal, ref: false }).then(() => undefined)]);
    } catch (error) {
      await readers.close(row.id);
      throw appErrorOf(error);
    } finally {
      late.abort();
    }
  }

  async function importPart(tx: Tx, { input, state, actor, jobId, now }: Batch<ImportInput, ReadState>): Promise<BatchOutcome<ReadState>> {
    const row = await requireImport(tx, actor, input.importId);
    const { part, rows } = state ?? { part: 0, rows: 0 };
    const company = await findCompany(tx, actor.company.id);
    const read = await readPart(row, { from: rows, country: company?.region === 'russia' ? 'RU' : undefined });
    if (!read) return { state: { part, rows }, done: rows, finished: false };
    const reached = { part: part + 1, rows: rows + read.rows.length };
    if (reached.rows > tableBounds.rows) throw new AppError('table_too_many_rows', { max: tableBounds.rows });
    const { options } = row;
    if (!options) throw new AppError('not_found');
    // Two imports with the same person would create it twice.
    await lockUntilCommit(tx, 'tableImports', actor.company.id);
    const written = await writePart(tx, services, { rows: read.rows, options, reader: read.reader, actor, jobId, now });
    await insertPart(tx, { importId: row.id, companyId: row.company_id, number: part, leftOut: written.leftOut, changes: written.changes });
    const { left_out: leftOut, ...counts } = await addCounts(tx, row.id, written.counts);
    if (read.isEnd) await readers.close(row.id);
    return { state: reached, done: reached.rows, finished: read.isEnd, result: { ...counts, left_out: leftOut } };
  }

  async function undoPart(tx: Tx, batch: Batch<ImportInput, UndoState>): Promise<BatchOutcome<UndoState>> {
    const { input, actor, jobId, now } = batch;
    const state = batch.state ?? { step: 'candidates', after: 0, done: 0 };
    const row = await requireImport(tx, actor, input.importId);
    if (state.step === 'candidates') {
      const { finished, state: reached } = await undoChanges(tx, {
        ...batch,
        state: state.after === 0 ? null : { after: state.after, done: 0 },
      });
      const after = (reached as { after: number } | null)?.after ?? 0;
      return { state: { ...state, step: finished ? 'tags' : 'candidates', after: finished ? 0 : after }, done: 0, finished: false };
    }
    if (state.step === 'tags') {
      const mark = { companyId: actor.company.id, userId: actor.userId, jobId, now };
      const undone = await undoTags(tx, mark, { after: state.after, limit: 2000 });
      return { state: { ...state, step: undone ? 'tags' : 'people', after: undone?.to ?? 0 }, done: 0, finished: false };
    }
    // Later parts may have changed people of earlier ones.
    const parts = await countParts(tx, row.id);
    const part = await findPart(tx, row.id, parts - 1 - state.after);
    let undone = 0;
    if (part?.changes) {
      const { people, comments, files } = part.changes;
      const created = people.flatMap(({ kind, profileId }) => (kind === 'created' && profileId !== undefined ? [profileId] : []));
      await forgetAdded(tx, { jobId, profileIds: created });
      const createdIds = await lockUntouched(tx, created, { comments, files });
      await deleteComments(
        tx,
        comments,
        created.filter((id) => !createdIds.includes(id)),
      );
      await detachFiles(tx, files, createdIds);
      undone = await undoPeople(tx, actor, { written: people, createdIds });
    }
    const done = state.done + undone;
    const finished = state.after + 1 >= parts;
    return { state: { ...state, after: state.after + 1, done }, done, finished, result: { undone: done } };
  }

  const job = defineJob<ImportInput, ReadState, UndoState>({
    kind: 'table_import',
    input: z.object({ importId: z.number() }),
    batch: importPart,
    undo: undoPart,
  });
  return { job, close: readers.closeAll };
}
