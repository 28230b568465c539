import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { startSandbox } from '@headwater/sandbox/sandbox';
import type { Caller } from './installation.ts';
import { allow, sandboxClient } from './mail-services.ts';

export type Vendor = 'gmail' | 'outlook';

export const mailPassword = 'Mail-Pass-1';

/** Starts a sandbox first, because the installation's settings contain its address. */
export async function startMailServices(name: string, accounts: number) {
  const folder = mkdtempSync(join(tmpdir(), `headwater-${name}-`));
  const people = Array.from({ length: accounts }, (_, index) => `${name}${index}@company.test`);
  const users = people.map((address) => ({ address, password: mailPassword }));
  const sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users });
  const base = `http://127.0.0.1:${sandbox.ports.http}`;
  let next = 0;
  return {
    sandbox,
    /** Data folder of the sandbox. */
    folder,
    base,
    settings: {
      HEADWATER_URL: 'https://hire.company.test/',
      HEADWATER_MAIL_TIMEOUT: '2',
      HEADWATER_GOOGLE_CLIENT_ID: sandboxClient.clientId,
      HEADWATER_GOOGLE_CLIENT_SECRET: sandboxClient.clientSecret,
      HEADWATER_GOOGLE_URL: `${base}/google`,
      HEADWATER_MICROSOFT_CLIENT_ID: sandboxClient.clientId,
      HEADWATER_MICROSOFT_CLIENT_SECRET: sandboxClient.clientSecret,
      HEADWATER_MICROSOFT_URL: `${base}/microsoft`,
    },
    /** Address of an account that is not connected yet. */
    nextAddress: () => people[next++] ?? '',
    async stop() {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Completes the consent page like a browser; returns the response of `/api/social_accounts/`.
 * `leave`: an unchecked scope.
 */
export async function consentTo(caller: Caller, vendor: Vendor, { account, leave }: { account: string; leave?: string }) {
  const asked = await caller.get(`/api/v6/messaging/${vendor}/connect/`);
  expect(asked.status).toBe(200);
  const back = await allow(asked.body.url, account, leave);
  expect(`${back.origin}${back.pathname}`).toBe(`https://hire.company.test/${vendor}/set`);
  return { vendor, access_token: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

export const mailboxOf = async (caller: Caller) => (await caller.get('/api/v6/messaging/mailbox/')).body.mailbox;

/** Waits until the message has the status, and returns it. */
export const becomes = (caller: Caller, id: number, status: string) =>
  vi.waitFor(
    async () => {
      const { body } = await caller.get(`/api/v6/messages/${id}/`);
      expect(body.status).toBe(status);
      return body;
    },
    { timeout: 45_000, interval: 100 },
  );
