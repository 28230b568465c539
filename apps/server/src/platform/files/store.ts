import type { Readable } from 'node:stream';

/** Keeps bytes under opaque keys; knows nothing of who may read them. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Throws where the key does not exist. */
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
}
