import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { SandboxUser } from '@headwater/sandbox/mail/users';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import type { Caller } from './installation.ts';
import { good } from './mailing-fixtures.ts';

export const browsersPath = '/api/v6/notices/browsers/';

interface Pushed {
  text: string;
  topic: string | null;
  ttl: number;
}

/** A simulated browser with its decrypted messages. */
export interface Browser {
  id: number;
  endpoint: string;
  received(): Promise<(Pushed & { says: { title: string; tag: string; language: string; address: string; place: string } })[]>;
  /** Ends the subscription. */
  leave(): Promise<void>;
}

/**
 * Starts the sandbox with its push service for a test file; `open` connects an installation. The
 * users may sign in to its mail server.
 */
export function usePushService(users: SandboxUser[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-push-'));
  let sandbox: Sandbox | undefined;
  afterAll(async () => {
    await sandbox?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const call = (path: string, method = 'GET', body?: object) =>
    fetch(`http://127.0.0.1:${sandbox?.ports.http}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
  /** Subscribes like a browser. */
  const subscribe = async (key: string) => {
    const answer = await call('/push/browsers', 'POST', { key });
    const { endpoint, keys } = (await answer.json()) as { endpoint: string; keys: { p256dh: string; auth: string } };
    return { endpoint, ...keys };
  };
  return {
    async open() {
      sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users });
      const { smtp, imap, http } = sandbox.ports;
      return { smtpPort: smtp, imapPort: imap, httpPort: http };
    },
    call,
    subscribe,
    /** Replies to the first message of that inbox. */
    async answer(address: string, text: string) {
      const url = `http://127.0.0.1:${sandbox?.ports.http}/mailbox/${encodeURIComponent(address)}/INBOX/1/answer`;
      const body = new URLSearchParams({ kind: 'reply', text });
      const { status } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      if (status >= 400) throw new Error(`an answer was refused: ${status}`);
    },
    fault: (fault: string, more: object = {}) => call('/control/faults', 'POST', { fault, ...more }),
    /** Enables notifications in the caller's browser. */
    async turnOn(who: Caller): Promise<Browser> {
      const { push_key: key } = await good(who.get('/api/v6/notices/settings/'));
      const address = await subscribe(key);
      const { id } = await good(who.post(browsersPath, address));
      const own = `/push/browsers/${address.endpoint.split('/').at(-1)}`;
      return {
        id,
        endpoint: address.endpoint,
        async received() {
          const messages = (await (await call(own)).json()) as Pushed[];
          return messages.map((one) => ({ ...one, says: JSON.parse(one.text) }));
        },
        leave: async () => void (await call(own, 'DELETE')),
      };
    },
  };
}
