import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';

/** Starts the sandbox with its sign-in services for a test file. */
export function useServices() {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-services-'));
  let sandbox: Sandbox | undefined;
  afterAll(async () => {
    await sandbox?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    async open() {
      sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users: [] });
      const { smtp, imap, http } = sandbox.ports;
      return { smtpPort: smtp, imapPort: imap, httpPort: http };
    },
  };
}
