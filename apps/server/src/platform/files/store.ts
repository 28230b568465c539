import type { Readable } from 'node:stream';

export const fileKeyForm = /^[a-z0-9]{2}\/[a-z0-9-]{8,80}$/;

export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Copies a file of this machine without reading it into memory. */
  putFile(key: string, path: string): Promise<void>;
  /** Throws if the key does not exist. */
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
}

export const isMissing = (error: unknown) =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === 'ENOENT' || error.name === 'NoSuchKey');
