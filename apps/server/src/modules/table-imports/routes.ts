import { implement } from '@orpc/server';
import { tableImports, type TableImportView } from '@headwater/contract/table-imports';
import { tableBounds } from '@headwater/domain/profiles/table-import';
import { wallClock } from '@headwater/domain/time/zone';
import type { Actor } from '@headwater/domain/roles';
import { presentJobs } from '#modules/jobs/public.ts';
import { requirePersonalInfo } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { type FairTurns, inTurns } from '#platform/fair-turns.ts';
import { admitAnswer } from '#platform/http/admit-answer.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findJob } from '#platform/jobs/store.ts';
import { addPiece, createImport, type ImportServices, previewImport, requireOwnImport, startImport } from './import-actions.ts';
import { writeLeftOut } from './left-out-file.ts';
import { type ImportRow, listOwnImports } from './store/imports.ts';
import { importText } from './write-part.ts';

export interface ImportRouteServices extends ImportServices {
  exportTurns: FairTurns;
}

const listed = 20;

export function tableImportRoutes(services: ImportRouteServices) {
  const { database, jobs, exportTurns } = services;
  const api = implement(tableImports).$context<RequestContext>();

  async function present(tx: Tx, row: ImportRow, actor: Actor): Promise<TableImportView> {
    const job = row.job_id === null ? undefined : await findJob(tx, row.job_id);
    const [shown = null] = job ? await presentJobs(tx, [job], { actor, jobs, language: actor.language }) : [];
    const { id, file_name, size, done, created, changed, known, erased, left_out } = row;
    return {
      id,
      file_name,
      size: Number(size),
      done,
      created,
      changed,
      known,
      erased,
      left_out,
      job: shown,
      created_at: row.created_at.toISOString(),
    };
  }
  const show = (actor: Actor, id: number) =>
    database.inCompany(actor.company.id, async (tx) => present(tx, await requireOwnImport(tx, actor, id), actor));

  return {
    list: api.list.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const views: TableImportView[] = [];
        for (const row of await listOwnImports(tx, actor.userId, listed)) views.push(await present(tx, row, actor));
        return { imports: views };
      }),
    ),
    create: api.create.handler(async ({ input, context: { actor } }) => {
      requirePersonalInfo(actor);
      return { id: await createImport(services, actor, input), piece_bytes: tableBounds.pieceBytes };
    }),
    piece: api.piece.handler(async ({ input, context: { actor } }) => ({ received: await addPiece(services, actor, input) })),
    preview: api.preview.handler(({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      return previewImport(services, { actor, signal }, input);
    }),
    start: api.start.handler(async ({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      await startImport(services, { actor, signal }, input);
      return show(actor, input.id);
    }),
    get: api.get.handler(({ input: { id }, context: { actor } }) => show(actor, id)),
    leftOut: api.leftOut.handler(async ({ input: { id }, context }) => {
      const { actor } = context;
      const row = await database.inCompany(actor.company.id, (tx) => requireOwnImport(tx, actor, id));
      const admission = admitAnswer(exportTurns, context);
      const name = [...row.file_name.replace(/\.\w{1,5}$/, '')].slice(0, 80).join('');
      const fileName = importText('leftOut.fileName', actor.language, { name, day: wallClock(row.created_at, 'UTC').slice(0, 10) });
      return {
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(`${fileName}.csv`) },
        body: ReadableStream.from(inTurns(admission, writeLeftOut(database, { row, actor }))) as ReadableStream,
      };
    }),
  };
}
