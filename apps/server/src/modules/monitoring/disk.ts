import { access, constants, statfs } from 'node:fs/promises';
import { NotReady } from '#platform/http/health.ts';

const megabyte = 1024 * 1024;

export const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

/** Throws NotReady if the folder cannot be written, or its disk has less free space. */
export async function requireFreeDisk(folder: string, megabytes: number): Promise<void> {
  if (!(await isWritable(folder))) throw new NotReady('read_only', 'The server cannot write to the data folder.');
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= megabytes * megabyte) return;
  throw new NotReady('full', `The disk with the data folder has less than ${megabytes} MB of free space (HEADWATER_MIN_DISK).`);
}
