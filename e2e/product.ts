import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a line of journeys asks for its product; see place.ts. */
    desk: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = {
  DATABASE_URL: '',
  HEADWATER_HOST: '127.0.0.1',
  HEADWATER_PORT: '0',
  HEADWATER_DEMO: 'on',
  // Journeys begin with recruiters who have not written to anybody.
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
  /** Where it answers: http://127.0.0.1:PORT. */
  address: string;
  /** The reading page of the demo's mail server. */
  mail: string;
  /** Folder of its data. */
  dataDir: string;
  /** Where the first account is made; empty in a demo. */
  firstAccount: string;
  stop(): Promise<void>;
}

/** Starts the built product in demo mode, in a folder of its own; `more` are further settings. */
export async function startProduct(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-e2e-'));
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
    async stop() {
      child.kill('SIGTERM');
      await stopped;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const password = 'Demo-Headwater-1';
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** Signs a person of the demo in. Answers how to call the product as them. */
async function signIn({ address }: Product, email: string) {
  const headers = { 'content-type': 'application/json', 'x-csrftoken': 'journeys', cookie: 'csrftoken=journeys' };
  const signedIn = await fetch(`${address}/api/v6/login/`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  const cookie = ['csrftoken=journeys', ...cookiesOf(signedIn).filter((one) => !one.startsWith('csrftoken='))].join('; ');
  return (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, { ...init, headers: { ...headers, cookie } });
}

/** Searches wait for the index; journeys that ask by the API are turned away until it is there. */
export async function untilItFinds(product: Product): Promise<void> {
  const ask = await signIn(product, 'recruiter@demo.headwater.test');
  // Not without a pause: what is asked takes the time in which the index is made.
  while ((await ask('/api/v6/profiles/?per_page=1')).status === 503) await sleep(250);
}

/** One journey opens the contacts of three hundred people, as many as a person may a month: whoever came after it on that line had nothing left. */
async function raiseLimits(product: Product): Promise<void> {
  const asRecruiter = await signIn(product, 'recruiter@demo.headwater.test');
  const asStaff = await signIn(product, 'staff@demo.headwater.test');
  // Not the company of internal staff: that of the recruiters whose journeys they are.
  const { company } = (await (await asRecruiter('/api/internal/users/me/')).json()) as { company: { company_id: number } };
  const limits = { contacts_per_month: 10_000, contacts_per_month_user: 1000 };
  const raised = await asStaff(`/api/v6/companies/${company.company_id}/`, { method: 'PUT', body: JSON.stringify(limits) });
  if (!raised.ok) throw new Error(`Limits of contacts: ${raised.status} ${await raised.text()}`);
  const quota = (await (await asRecruiter('/api/quotas/my/')).json()) as { quotas_contact_available: number | null };
  if (quota.quotas_contact_available !== limits.contacts_per_month_user)
    throw new Error(`Contacts that a recruiter may open: ${JSON.stringify(quota)}`);
}

/** Starts a product for each line of journeys when its first one asks, and stops them all at the end. */
export async function setup(project: TestProject) {
  const started: Promise<Product>[] = [];
  const ready = new Map<string, Promise<Product>>();
  const productOf = (line: string) => {
    const known = ready.get(line);
    if (known) return known;
    const product = startProduct();
    started.push(product);
    const serving = product.then(async (one) => (await untilItFinds(one), await raiseLimits(one), one));
    ready.set(line, serving);
    return serving;
  };
  const desk = createServer((request, response) => {
    productOf(request.url ?? '').then(
      ({ address, mail, dataDir }) => response.end(JSON.stringify({ address, mail, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  project.provide('desk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    const products = await Promise.allSettled(started);
    await Promise.all(products.flatMap((one) => (one.status === 'fulfilled' ? [one.value.stop()] : [])));
  };
}
