import { statfs } from 'node:fs/promises';
import { NotReady } from '#platform/http/health.ts';

const megabyte = 1024 * 1024;

/** Throws NotReady if the disk with this folder has less free space. */
export async function requireFreeDisk(folder: string, megabytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= megabytes * megabyte) return;
  throw new NotReady('full', `The disk with the data folder has less than ${megabytes} MB of free space (HEADWATER_MIN_DISK).`);
}
