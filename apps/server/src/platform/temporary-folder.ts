import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@headwater/domain/time/durations';

const prefix = 'headwater-temporary-';

/** A folder for data of users; its owner removes it. */
export const makeTemporaryFolder = (): string => mkdtempSync(join(tmpdir(), prefix));

export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Removes folders of killed processes. Work takes less than a day. */
export async function removeOldTemporaryFolders(now: Date): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  for (const path of folders.map((name) => join(tmpdir(), name))) {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changed > dayMs) await removeFolder(path).catch(() => undefined);
  }
}
