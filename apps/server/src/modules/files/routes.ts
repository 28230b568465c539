import { Readable } from 'node:stream';
import { implement } from '@orpc/server';
import { type FileView, files as contract } from '@headwater/contract/files';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { TextReader } from '#platform/extract/text-reader.ts';
import { requesterOf } from '#platform/fair-turns.ts';
import { isMissing } from '#platform/files/store.ts';
import { findUser } from '#modules/accounts/public.ts';
import { type FileServices, readFileOf, removeFile, requireFile, uploadFile } from './actions.ts';
import type { FileRow } from './store.ts';

async function present(tx: Tx, file: FileRow): Promise<FileView> {
  const creator = file.created_by === null ? undefined : await findUser(tx, file.created_by);
  return {
    id: file.id,
    created_at: file.created_at.toISOString(),
    created_by: creator ? { id: creator.id, name: `${creator.first_name} ${creator.last_name}`.trim() } : null,
    filename: file.filename,
    size: file.size,
  };
}

export function fileRoutes(services: FileServices & { texts: TextReader }) {
  const { database, files, antivirus, texts } = services;
  const api = implement(contract).$context<RequestContext>();
  return {
    upload: api.upload.handler(async ({ input, context: { actor } }) => {
      const row = await uploadFile(services, actor, { file: input.file, profileId: input.profile_id, purpose: input.purpose });
      return database.inCompany(actor.company.id, (tx) => present(tx, row));
    }),
    get: api.get.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(tx, await requireFile(services, tx, { actor, fileId: input.id }))),
    ),
    antivirus: api.antivirus.handler(() => antivirus.state()),
    remove: api.remove.handler(async ({ input, context: { actor } }) => {
      await removeFile(services, actor, input.id);
      return {};
    }),
    preview: api.preview.handler(async ({ input, context: { actor, signal } }) => {
      const file = await database.inCompany(actor.company.id, (tx) => requireFile(services, tx, { actor, fileId: input.id }));
      if (file.media_type === 'application/pdf') return { kind: 'pdf' as const };
      const text = await texts.read(requesterOf({ actor, signal }), async () => {
        const { row, bytes } = await readFileOf(services, actor, input.id);
        return { filename: row.filename, bytes };
      });
      return { kind: 'text' as const, text };
    }),
    download: api.download.handler(async ({ input, context: { actor } }) => {
      const file = await database.inCompany(actor.company.id, (tx) => requireFile(services, tx, { actor, fileId: input.id }));
      const bytes = await files.read(file.store_key).catch((error: unknown) => {
        throw isMissing(error) ? new AppError('not_found') : error;
      });
      const body = Readable.toWeb(bytes) as ReadableStream;
      return {
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(file.size),
          'content-disposition': attachment(file.filename),
        },
        body,
      };
    }),
  };
}
