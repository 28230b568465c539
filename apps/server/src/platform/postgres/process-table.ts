import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat after the name, which may hold blanks and brackets itself; undefined off Linux or when gone. */
function linuxState(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** Whether a process runs. One that died but was not collected by its parent (a container without init) does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return linuxState(pid)?.[0] !== 'Z';
}

/** Tells two processes with one number apart: the moment the process started, where the system says it. */
export function startMark(pid: number): string {
  return linuxState(pid)?.[19] ?? '';
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  // Windows shows no command line here: the name of the program has to do.
  if (process.platform === 'win32') return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
  return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
}

/** Whether this number is the PostgreSQL of this cluster: after a restart of the machine it may be anyone's. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isRunning(pid)) return false;
  try {
    const command = commandOf(pid);
    return command.includes('postgres') && (process.platform === 'win32' || command.includes(cluster));
  } catch {
    return false;
  }
}
