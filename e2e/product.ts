import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { callAs } from './sign-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which a worker requests its product; see product-url.ts. */
    coordinator: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = {
  DATABASE_URL: '',
  HEADWATER_HOST: '127.0.0.1',
  HEADWATER_PORT: '0',
  HEADWATER_DEMO: 'on',
  // Tests start without earlier messages.
  HEADWATER_DEMO_HISTORY: 'off',
  HEADWATER_DEMO_PROFILES: '3000',
  HEADWATER_SANDBOX_HTTP_PORT: '0',
  HEADWATER_SANDBOX_SMTP_PORT: '0',
  HEADWATER_SANDBOX_IMAP_PORT: '0',
  HEADWATER_SANDBOX_TELEGRAM_PORT: '0',
  HEADWATER_TELEGRAM_GAP: '0',
  HEADWATER_SANDBOX_MODEL_DELAY: '0',
};

export interface Product {
  /** http://127.0.0.1:PORT. */
  address: string;
  /** Address of the sandbox's mail pages. */
  mail: string;
  dataDir: string;
  /** Address that creates the first account; empty in a demo. */
  firstAccount: string;
  /** Stops the product and deletes the data folder, unless it is kept. */
  stop(options?: { keepsData: boolean }): Promise<void>;
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'headwater-e2e-'));

/** Starts the built product in demo mode; `more` are additional settings. */
export async function startProduct(more: Readonly<Record<string, string>> = {}, dataDir = newFolder()): Promise<Product> {
  const env = { ...process.env, ...settings, ...more, HEADWATER_DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stopped = once(child, 'exit');
  let output = '';
  const isDemo = env.HEADWATER_DEMO === 'on';
  const addresses = new Promise<Pick<Product, 'address' | 'mail' | 'firstAccount'>>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const address = /Headwater is ready: (http:\S+)/.exec(output)?.[1];
      const mail = /can be read at (http:\S+)/.exec(output)?.[1];
      const first = /Make the first account: (http:\S+)/.exec(output)?.[1];
      if (address && (isDemo ? mail : first)) resolve({ address, mail: mail ?? '', firstAccount: first ?? '' });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`The product did not start (${code}): ${output}`)));
  });
  const { address, mail, firstAccount } = await addresses;
  return {
    address,
    mail,
    firstAccount,
    dataDir,
    async stop({ keepsData } = { keepsData: false }) {
      child.kill('SIGTERM');
      await stopped;
      if (!keepsData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const recruiter = 'recruiter@demo.headwater.test';
const staff = 'staff@demo.headwater.test';

/** Waits for the search index; until then the API refuses searches. */
export async function waitForSearch({ address }: Product): Promise<void> {
  const ask = await callAs(address, recruiter);
  while ((await ask('/api/v6/profiles/?per_page=1')).status === 503) await sleep(100);
}

/** One test opens the contacts of 300 people, the default monthly limit of a user. */
async function raiseLimits({ address }: Product): Promise<void> {
  const asRecruiter = await callAs(address, recruiter);
  const asStaff = await callAs(address, staff);
  const { company } = (await (await asRecruiter('/api/internal/users/me/')).json()) as { company: { company_id: number } };
  const limits = { contacts_per_month: 10_000, contacts_per_month_user: 1000 };
  const raised = await asStaff(`/api/v6/companies/${company.company_id}/`, { method: 'PUT', body: JSON.stringify(limits) });
  if (!raised.ok) throw new Error(`Limits of contacts: ${raised.status} ${await raised.text()}`);
  const quota = (await (await asRecruiter('/api/quotas/my/')).json()) as { quotas_contact_available: number | null };
  if (quota.quotas_contact_available !== limits.contacts_per_month_user)
    throw new Error(`Contacts that a recruiter may open: ${JSON.stringify(quota)}`);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Younger templates may be in use by another run. */
function removeOldTemplates(prefix: string): void {
  const dayAgo = Date.now() - 86_400_000;
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    // Another run may have removed it.
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== undefined && changedAt < dayAgo) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Creates the demo's data folder, which each product of the run copies. Later runs reuse it until
 * the build, the settings or the day change: the demo's dates depend on the day.
 */
async function makeTemplate(): Promise<string> {
  spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  const build = readFileSync(join(root, '.cache', 'built.json'), 'utf8');
  const ofCheckout = `headwater-e2e-template-${hashOf(root)}`;
  const name = `${ofCheckout}-${hashOf(JSON.stringify([build, settings, new Date().toDateString()]))}`;
  const folder = join(tmpdir(), name);
  if (existsSync(folder)) return folder;
  const product = await startProduct();
  await waitForSearch(product);
  await product.stop({ keepsData: true });
  removeOldTemplates(ofCheckout);
  // Another run may have created it first.
  if (existsSync(folder)) rmSync(product.dataDir, { recursive: true, force: true });
  else renameSync(product.dataDir, folder);
  return folder;
}

/** Keeps the owners of the files: as root, PostgreSQL runs as another user. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data folder could not be copied: ${stderr}`);
}

async function startCopy(template: string): Promise<Product> {
  const dataDir = newFolder();
  // As root, PostgreSQL is elsewhere if its user cannot access the folder. Two products must not
  // share it.
  if (!existsSync(join(template, 'postgres', 'location'))) copyFolder(template, dataDir);
  // Copies that start in parallel must not use the port of the template.
  for (const ports of ['postgres/port', 'sandbox/ports.json']) rmSync(join(dataDir, ports), { force: true });
  const product = await startProduct({}, dataDir);
  // A copied data folder sends nothing until staff arm it (docs/operations/backup.md).
  const armed = await (await callAs(product.address, staff))('/api/v6/messaging/arm/', { method: 'POST', body: '{}' });
  if (!armed.ok) throw new Error(`Sending of a copied product: ${armed.status} ${await armed.text()}`);
  await waitForSearch(product);
  await raiseLimits(product);
  return product;
}

/** Starts a product for each worker on its first request, and stops all at the end. */
export async function setup(project: TestProject) {
  const products = new Map<string, Promise<Product>>();
  let template: Promise<string> | undefined;
  const productOf = (worker: string) => {
    const product = products.get(worker) ?? (template ??= makeTemplate()).then(startCopy);
    products.set(worker, product);
    return product;
  };
  const coordinator = createServer((request, response) => {
    productOf(request.url ?? '').then(
      ({ address, mail, dataDir }) => response.end(JSON.stringify({ address, mail, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(coordinator, 'listening');
  project.provide('coordinator', `http://127.0.0.1:${(coordinator.address() as AddressInfo).port}`);
  return async () => {
    coordinator.close();
    const started = await Promise.allSettled(products.values());
    await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.stop()] : [])));
  };
}
