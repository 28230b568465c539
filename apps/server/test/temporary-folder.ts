import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder that is removed after the tests of the file or group. */
export function useTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `headwater-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
