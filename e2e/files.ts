import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'headwater-chosen-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes a file of that size and returns its path. The browser reads a path directly; transferring
 * a buffer takes seconds.
 */
export function fileOfSize(name: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.alloc(bytes, 'a'));
  return path;
}
