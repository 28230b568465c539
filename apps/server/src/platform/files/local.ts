import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, fileKeyForm } from './store.ts';

async function writeDown(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Files in a folder. A file is written beside and renamed, so that a crash leaves a whole one or none. */
export function localFiles(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!fileKeyForm.test(key)) throw new Error(`not a key of the file store: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeDown(`${path}.new`, bytes);
        await rename(`${path}.new`, path);
      } catch (error) {
        // A full disk must not stay full of halves.
        await rm(`${path}.new`, { force: true });
        throw error;
      }
    },
    async read(key) {
      await access(pathOf(key));
      return createReadStream(pathOf(key));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
