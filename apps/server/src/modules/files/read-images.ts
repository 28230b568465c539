import { buffer } from 'node:stream/consumers';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { findFile } from './store.ts';

export interface StoredImage {
  filename: string;
  mediaType: string;
  bytes: Buffer;
}

/** Pictures of a company that were uploaded for messages; undefined for anything else, such as a file that hangs on a profile. */
export const imageReader =
  ({ database, files }: { database: Database; files: FileStore }) =>
  async (companyId: number, fileId: number): Promise<StoredImage | undefined> => {
    const file = await database.inCompany(companyId, (tx) => findFile(tx, fileId));
    const fits = file?.company_id === companyId && file.attached_to === null && /^image\/(png|jpeg|gif)$/.test(file.media_type);
    if (!file || !fits) return undefined;
    return { filename: file.filename, mediaType: file.media_type, bytes: await buffer(await files.read(file.store_key)) };
  };
