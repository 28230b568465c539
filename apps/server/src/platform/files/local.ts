import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
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

async function copyDown(path: string, source: string): Promise<void> {
  await copyFile(source, path);
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
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
  async function place(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    try {
      await write(`${path}.new`);
      await rename(`${path}.new`, path);
    } catch (error) {
      // Partial files must not fill the disk.
      await rm(`${path}.new`, { force: true });
      throw error;
    }
  }
  return {
    put: (key, bytes) => place(key, (path) => writeDown(path, bytes)),
    putFile: (key, source) => place(key, (path) => copyDown(path, source)),
    async read(key) {
      await access(pathOf(key));
      return createReadStream(pathOf(key));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
