import type { Readable } from 'node:stream';

/** Keys are parts of paths. */
export const fileKeyForm = /^[a-z0-9]{2}\/[a-z0-9-]{8,80}$/;

/** Keeps bytes under opaque keys; knows nothing of who may read them. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Throws where the key does not exist. */
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
}

/** Whether a failed `read` means that there are no such bytes, and not that the store is away. */
export const isMissing = (error: unknown) =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === 'ENOENT' || error.name === 'NoSuchKey');
