import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { StartupError } from '#platform/errors.ts';

/** PostgreSQL refuses to run as root, so it needs another account. */
export interface Account {
  uid: number;
  gid: number;
}

export const isRoot = () => process.getuid?.() === 0;

async function accountNamed(name: string): Promise<Account | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  if (existsSync(cluster)) {
    const { uid, gid } = await stat(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const found = (await accountNamed('postgres')) ?? (await accountNamed('nobody'));
  if (!found)
    throw new StartupError(
      'PostgreSQL does not run as root and there is no account "postgres" or "nobody": start Headwater as a plain user.',
    );
  return found;
}

export function canUse({ uid, gid }: Account, folder: string, way: 'read' | 'write'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = spawn('/bin/sh', ['-c', `test -x "$0" && test -${way[0]} "$0"`, folder], { uid, gid, cwd: '/', stdio: 'ignore' });
    probe.once('error', () => resolve(false));
    probe.once('exit', (code) => resolve(code === 0));
  });
}
