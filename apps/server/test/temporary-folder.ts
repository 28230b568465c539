import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of its own for a file of tests, or one of its groups, which goes when they have ended. */
export function useTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `headwater-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
