import { readdirSync, readFileSync } from 'node:fs';
import { memoryOf } from '../mail-load/usage.ts';

/** The process may have ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const parentOf = (pid: string) => /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? '0';

function isWithin(pid: string, ancestor: number): boolean {
  for (let at = pid; Number(at) > 1; at = parentOf(at)) if (Number(at) === ancestor) return true;
  return false;
}

/** Resident megabytes of the product's mail reader; 0 without one. */
export function readerMemory(product: number): number {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && read(name, 'cmdline').includes('reader-process'));
  return Math.max(0, ...found.filter((pid) => isWithin(pid, product)).map((pid) => memoryOf(Number(pid))));
}
