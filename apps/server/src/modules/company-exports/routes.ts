import { Readable } from 'node:stream';
import { type CompanyExportView, companyExports } from '@headwater/contract/company-exports';
import { implement } from '@orpc/server';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { type FileStore, isMissing } from '#platform/files/store.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { expireOlder, findExport, insertExport, listExports } from './store/exports.ts';
import { enqueueExport } from './tasks.ts';

interface ExportRouteServices {
  database: Database;
  clock: Clock;
  files: FileStore;
}

const present = (row: Awaited<ReturnType<typeof listExports>>[number], now: Date): CompanyExportView => ({
  id: row.id,
  state: row.expires_at !== null && row.expires_at <= now ? 'expired' : row.state === 'waiting' ? 'running' : row.state,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
  created_by: row.creator,
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  bytes: row.bytes,
  rows: row.rows,
  files: row.files,
});

export function companyExportRoutes({ database, clock, files }: ExportRouteServices) {
  const api = implement(companyExports).$context<RequestContext>();

  async function readArchive(key: string) {
    try {
      return await files.read(key);
    } catch (error) {
      // A restored copy has the row without the file.
      if (isMissing(error)) throw new AppError('not_found');
      throw error;
    }
  }

  return {
    list: api.list.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({
        exports: (await listExports(tx, actor.company.id)).map((row) => present(row, clock.now())),
      })),
    ),
    start: api.start.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const [companyId, userId, now] = [actor.company.id, actor.userId, clock.now()];
        const added = await insertExport(tx, { companyId, userId, now });
        if (!added) throw new AppError('company_export_runs');
        // One archive per company takes space.
        await expireOlder(tx, { companyId, now });
        await enqueueExport(tx, added.id);
        return { exports: (await listExports(tx, companyId)).map((row) => present(row, now)) };
      }),
    ),
    file: api.file.handler(async ({ input: { id }, context: { actor } }) => {
      const found = await database.readInCompany(actor.company.id, (tx) => findExport(tx, id));
      const isOpen = found?.expires_at && found.expires_at > clock.now();
      if (!found?.store_key || !isOpen) throw new AppError('not_found');
      const body = await readArchive(found.store_key);
      const name = `headwater-company-${found.created_at.toISOString().slice(0, 10)}.zip`;
      return {
        headers: { 'content-type': 'application/zip', 'content-disposition': attachment(name) },
        body: Readable.toWeb(body) as ReadableStream,
      };
    }),
  };
}
