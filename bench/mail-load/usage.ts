import { readFileSync } from 'node:fs';

/** Resident megabytes of a process; 0 where it has just ended. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Processor seconds that a process has used, those of its children that have ended left out; 0 where it has just ended. */
export function processorOf(pid: number | undefined): number {
  try {
    // Behind the name in brackets; ticks are hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
