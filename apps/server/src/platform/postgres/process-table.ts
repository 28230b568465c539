import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat after the name, which may contain blanks and brackets. Linux only. */
function linuxState(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** Zombies (in a container without init) do not count as running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return linuxState(pid)?.[0] !== 'Z';
}

export function startMark(pid: number): string {
  return linuxState(pid)?.[19] ?? '';
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  // Windows shows no command line here, so the program name must suffice.
  if (process.platform === 'win32') return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
  return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
}

/** Checks the command line, because after a reboot the id may belong to another process. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isRunning(pid)) return false;
  try {
    const command = commandOf(pid);
    return command.includes('postgres') && (process.platform === 'win32' || command.includes(cluster));
  } catch {
    return false;
  }
}
