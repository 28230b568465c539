import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product answers: http://127.0.0.1:PORT. */
    address: string;
    /** The reading page of the demo's mail server. */
    mailAddress: string;
    /** Folder of the product's data. */
    dataDir: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = {
  DATABASE_URL: '',
  HEADWATER_HOST: '127.0.0.1',
  HEADWATER_PORT: '0',
  HEADWATER_DEMO: 'on',
  HEADWATER_DEMO_PROFILES: '3000',
  HEADWATER_SANDBOX_HTTP_PORT: '0',
  HEADWATER_SANDBOX_SMTP_PORT: '0',
  HEADWATER_SANDBOX_IMAP_PORT: '0',
};

export interface Product {
  address: string;
  mail: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** Starts the built product in demo mode, in a folder of its own; `more` are further settings. */
export async function startProduct(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-e2e-'));
  const env = { ...process.env, ...settings, ...more, HEADWATER_DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stopped = once(child, 'exit');
  let output = '';
  const addresses = new Promise<{ address: string; mail: string }>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const address = /Headwater is ready: (http:\S+)/.exec(output)?.[1];
      const mail = /can be read at (http:\S+)/.exec(output)?.[1];
      if (address && mail) resolve({ address, mail });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`The product did not start (${code}): ${output}`)));
  });
  const { address, mail } = await addresses;
  return {
    address,
    mail,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await stopped;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Once for all journeys. */
export async function setup(project: TestProject) {
  const { address, mail, dataDir, stop } = await startProduct();
  project.provide('address', address);
  project.provide('mailAddress', mail);
  project.provide('dataDir', dataDir);
  return stop;
}
