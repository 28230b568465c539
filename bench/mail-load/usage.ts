import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resident megabytes of a process; 0 where it has just ended. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Of a process, behind its name in brackets; none where it has just ended. */
function statOf(path: number | string | undefined): string[] {
  try {
    return readFileSync(`/proc/${path}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** Ticks are hundredths of a second. */
const seconds = (fields: string[], places: readonly number[]) => places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / 100;

/** Processor seconds that a process has used, those of its children left out; 0 where it has just ended. */
export const processorOf = (pid: number | undefined): number => seconds(statOf(pid), [11, 12]);

/** That of the first thread of this process, which runs what is no worker's. */
export const processorOfMainThread = (): number => seconds(statOf(`self/task/${process.pid}`), [11, 12]);

/** Processor seconds that a process has used with all of its children, also those that have ended. */
export function processorOfAll(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((fields) => Number(fields[1]) === pid);
  return children.reduce((sum, fields) => sum + seconds(fields, [11, 12]), seconds(statOf(pid), [11, 12, 13, 14]));
}

/** Processor seconds of a process and of all that came from it, which run. */
export function processorOfTree(pid: number): number {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(running.map((name) => [Number(name), Number(statOf(name)[1])]));
  const isOfIt = (one: number): boolean => one === pid || (one > 1 && isOfIt(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isOfIt).reduce((sum, one) => sum + processorOf(one), 0);
}

/** Until processes use less than a twentieth of a processor for two seconds, or for two minutes at most. */
export async function atRest(used: () => number): Promise<void> {
  for (let [tries, before] = [0, used()]; tries < 60; tries += 1) {
    await sleep(2000);
    const now = used();
    if (now - before < 0.1) return;
    before = now;
  }
}
