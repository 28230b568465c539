import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resident megabytes; 0 for an ended process. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Fields after the process name; none for an ended process. */
function statOf(path: number | string | undefined): string[] {
  try {
    return readFileSync(`/proc/${path}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** A tick is a hundredth of a second. */
const seconds = (fields: string[], places: readonly number[]) => places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / 100;

/** Processor seconds without children; 0 for an ended process. */
export const processorOf = (pid: number | undefined): number => seconds(statOf(pid), [11, 12]);

/** Processor seconds with all children, ended ones included. */
export function processorOfAll(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((fields) => Number(fields[1]) === pid);
  return children.reduce((sum, fields) => sum + seconds(fields, [11, 12]), seconds(statOf(pid), [11, 12, 13, 14]));
}

/** Processor seconds of the running process tree. */
export function processorOfTree(pid: number): number {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(running.map((name) => [Number(name), Number(statOf(name)[1])]));
  const isOfIt = (one: number): boolean => one === pid || (one > 1 && isOfIt(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isOfIt).reduce((sum, one) => sum + processorOf(one), 0);
}

/** Waits until the processes use less than 5 % of a core for two seconds, at most two minutes. */
export async function waitUntilIdle(used: () => number): Promise<void> {
  for (let [tries, before] = [0, used()]; tries < 60; tries += 1) {
    await sleep(2000);
    const now = used();
    if (now - before < 0.1) return;
    before = now;
  }
}
