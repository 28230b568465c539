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

/** Writes a temporary file and renames it, so that a crash leaves no partial file. */
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
        // Partial files must not fill the disk.
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
