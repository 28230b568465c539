import { buffer } from 'node:stream/consumers';
import type { Database } from '#platform/database/database.ts';
import { type FileStore, isMissing } from '#platform/files/store.ts';
import { findFile } from './store.ts';

export interface StoredFile {
  filename: string;
  mediaType: string;
  bytes: Buffer;
}
export type StoredImage = StoredFile;

interface Services {
  database: Database;
  files: FileStore;
}

/** Returns undefined for files of other purposes and for deleted bytes. */
export const fileReader =
  ({ database, files }: Services) =>
  async (companyId: number, fileId: number): Promise<StoredFile | undefined> => {
    const file = await database.inCompany(companyId, (tx) => findFile(tx, fileId));
    if (!file || file.company_id !== companyId || file.attached_to !== null) return undefined;
    try {
      return { filename: file.filename, mediaType: file.media_type, bytes: await buffer(await files.read(file.store_key)) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

export const imageReader =
  ({ database, files }: Services) =>
  async (companyId: number, fileId: number): Promise<StoredImage | undefined> => {
    const file = await database.inCompany(companyId, (tx) => findFile(tx, fileId));
    const fits = file?.company_id === companyId && file.attached_to === null && /^image\/(png|jpeg|gif)$/.test(file.media_type);
    if (!file || !fits) return undefined;
    return { filename: file.filename, mediaType: file.media_type, bytes: await buffer(await files.read(file.store_key)) };
  };
