import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { createGmailProvider } from '../src/integrations/gmail/provider.ts';
import { createOutlookProvider } from '../src/integrations/microsoft365/provider.ts';
import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { ConsentProvider, GrantedSettings } from '../src/modules/messaging/channels/mailbox-port.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createCaller } from '../src/platform/fetch/api-caller.ts';
import { makeVerifier, type OAuthTokens } from '../src/platform/oauth/client.ts';

export const mailUser = 'recruiter@demo.headwater.test';
export const mailPassword = 'a password with spaces \\ and "quotes"';
export const sandboxClient = { clientId: 'headwater-sandbox', clientSecret: 'sandbox-secret' };

export const openSandbox = (directory: string): Promise<Sandbox> =>
  startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [{ address: mailUser, password: mailPassword }] });

const fast = { pollMs: 200, settleMs: 1000 };

interface Connection {
  sandbox: Sandbox;
  clock: Clock;
  timeoutMs?: number;
}

/** The adapter of a mail service, connected to the sandbox. */
export function providerOf(name: GrantedProvider, { sandbox, clock, timeoutMs = 20_000 }: Connection): ConsentProvider {
  const caller = createCaller({ timeoutMs, allows: (address) => address === '127.0.0.1' });
  const base = `http://127.0.0.1:${sandbox.ports.http}`;
  const common = { clock, caller, credentials: sandboxClient, ...fast };
  return name === 'gmail'
    ? createGmailProvider({ ...common, baseUrl: `${base}/google` })
    : createOutlookProvider({ ...common, tenant: 'common', baseUrl: `${base}/microsoft` });
}

/** Submits a consent page; returns the redirect. `leave`: an unchecked scope. */
export async function allow(consentUrl: string, account = mailUser, leave?: string): Promise<URL> {
  const consent = new URL(consentUrl);
  const page = await (await fetch(consentUrl)).text();
  if (!page.includes(account)) throw new Error(`the consent page does not offer ${account}`);
  const form = new URLSearchParams([...consent.searchParams, ['account', account], ['decision', 'allow']]);
  const scopes = (consent.searchParams.get('scope') ?? '').split(' ');
  for (const [index, scope] of scopes.entries()) if (scope !== leave) form.set(`granted_${index}`, scope);
  const answer = await fetch(`${consent.origin}${consent.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

/** Connects the sandbox's user. `kept` collects renewed tokens. */
export async function grant(provider: ConsentProvider, name: GrantedProvider, tokens: OAuthTokens[] = []): Promise<GrantedSettings> {
  const consent = { redirectUri: `http://127.0.0.1:3000/${name}/set`, verifier: makeVerifier() };
  const back = await allow(provider.consentUrl({ ...consent, state: 's' }));
  const accepted = await provider.accept({ ...consent, code: back.searchParams.get('code') ?? '' });
  if (!accepted.ok) throw new Error(accepted.failure.detail);
  return {
    provider: name,
    from: { ...accepted.from, name: 'Рекрутер, Анна' },
    tokens: accepted.tokens,
    keep: async (one) => void tokens.push(one),
  };
}

const json = { 'content-type': 'application/json' };

export async function control(sandbox: Sandbox, path: 'faults' | 'grants', body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/${path}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(`control answered ${answer.status}`);
}

/**
 * Dates new mail of the sandbox: installations with a moved clock read only mail after the
 * connection date.
 */
export async function dateMail(sandbox: Sandbox, at: Date): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/time`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ at }),
  });
  if (answer.status >= 300) throw new Error(`control answered ${answer.status}`);
}

/** Replies to the newest message of a candidate. */
export async function answerAs(sandbox: Sandbox, candidate: string, { kind, text = '' }: { kind: string; text?: string }): Promise<void> {
  const base = `http://127.0.0.1:${sandbox.ports.http}/mailbox/${encodeURIComponent(candidate)}/INBOX`;
  const uid = /INBOX\/(\d+)"/.exec(await (await fetch(base)).text())?.[1];
  const answer = await fetch(`${base}/${uid}/answer`, { method: 'POST', body: new URLSearchParams({ kind, text }), redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`the answer of ${candidate} was refused: ${answer.status}`);
}
