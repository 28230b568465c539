import { implement } from '@orpc/server';
import { enrichment } from '@headwater/contract/enrichment';
import { wallClock } from '@headwater/domain/time/zone';
import { AppError } from '#platform/errors.ts';
import { type FairTurns, inTurns, requesterOf } from '#platform/fair-turns.ts';
import { admitAnswer } from '#platform/http/admit-answer.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { createRequest, type EnrichmentServices, readFile } from './create-request.ts';
import { presentRequests } from './present.ts';
import { findRequest, listRequests } from './store/requests.ts';
import { type DownloadServices, enrichmentText, writeFile } from './write-files.ts';
import { pageWindow } from '#platform/page-window.ts';

export interface EnrichmentRouteServices extends EnrichmentServices, DownloadServices {
  exportTurns: FairTurns;
  /** Public address of this installation; absent: the host of the request. */
  publicUrl: string | undefined;
}

export function enrichmentRoutes(services: EnrichmentRouteServices) {
  const { database, clock, exportTurns, publicUrl } = services;
  const api = implement(enrichment).$context<RequestContext>();

  async function download(kind: 'results' | 'errors', id: number, context: RequestContext) {
    const { actor, request } = context;
    const found = await database.inCompany(actor.company.id, (tx) => findRequest(tx, id));
    if (!found) throw new AppError('not_found');
    if (!found.has_files) throw new AppError('enrichment_files_deleted');
    const admission = admitAnswer(exportTurns, context);
    const origin = (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
    const day = wallClock(found.created_at, 'UTC').slice(0, 10);
    const called = found.name
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .replace(/\.csv$/i, '')
      .trim();
    // By characters: half an emoji cannot be encoded.
    const name = [...called].slice(0, 80).join('');
    const fileName = enrichmentText(`fileName.${kind}`, actor.language, { name, day });
    return {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(`${fileName}.csv`) },
      body: ReadableStream.from(inTurns(admission, writeFile(services, kind, { request: found, actor, origin }))) as ReadableStream,
    };
  }

  return {
    list: api.list.handler(({ input: { page, per_page: perPage, ...filter }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { count, rows } = await listRequests(tx, { ...filter, ...pageWindow(page, perPage) });
        const requests = await presentRequests(tx, rows, { actor, now: clock.now() });
        return { requests, count, pages: pagesOf({ page, perPage, count }) };
      }),
    ),
    preview: api.preview.handler(async ({ input: { file, encoding, delimiter }, context }) => {
      const { parts: _parts, ...table } = await readFile(services, { file, encoding, delimiter, makesParts: false }, requesterOf(context));
      return table;
    }),
    create: api.create.handler(async ({ input, context: { actor, signal } }) => {
      const id = await createRequest(services, actor, { ...input, signal });
      return database.inCompany(actor.company.id, async (tx) => {
        const row = await findRequest(tx, id);
        const [view] = row ? await presentRequests(tx, [row], { actor, now: clock.now() }) : [];
        if (!view) throw new AppError('not_found');
        return view;
      });
    }),
    results: api.results.handler(({ input: { id }, context }) => download('results', id, context)),
    errors: api.errors.handler(({ input: { id }, context }) => download('errors', id, context)),
  };
}
