import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import type { Answer, Caller, Installation } from './installation.ts';

export const settingsPath = '/sso/settings/';
/** The sandbox's provider runs on loopback without TLS. */
export const providersHere = { HEADWATER_SSO_NETWORKS: '127.0.0.0/8' };

/** Starts the sandbox with its identity provider for a test file. */
export function useIdentityProvider() {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-identity-'));
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users: [] });
  });
  afterAll(async () => {
    await sandbox?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = () => `http://127.0.0.1:${sandbox?.ports.http}/identity`;
  return {
    url,
    /** SSO settings of a company that uses it. */
    settings: (more: object = {}) => ({
      idp_url: url(),
      provider: 'Sandbox',
      client_id: 'headwater-sandbox',
      client_secret: 'sandbox-secret',
      domains: 'acme.test',
      ...more,
    }),
  };
}

const isHere = (body: object | undefined) => String((body as { idp_url?: unknown })?.idp_url ?? '').startsWith('http://127.0.0.1');

/**
 * Staff have allowed this company's provider on loopback: otherwise only the operator's own company
 * may name one there.
 */
export function withProviderHere(here: Pick<Installation, 'sql'>, { id, admin }: { id: number; admin: Caller }): Caller {
  const allowed =
    (save: 'post' | 'patch') =>
    async (path: string, body?: object): Promise<Answer> => {
      if (path !== settingsPath || !isHere(body)) return admin[save](path, body);
      const saved = await admin[save](path, { ...body, active: false });
      if (saved.status !== 200 || (body as { active?: boolean }).active === false) return saved;
      await here.sql('update sso_settings set is_internal = true where company_id = $1', [id]);
      const read = await admin.patch(path, { active: true });
      // A rejected POST stores nothing, so the inserted row is removed.
      if (save === 'post' && read.status !== 200) await here.sql('delete from sso_settings where company_id = $1', [id]);
      return read;
    };
  return { ...admin, post: allowed('post'), patch: allowed('patch') };
}

/** A company that requires SSO for addresses of a domain. */
export async function addRequiringCompany(here: Pick<Installation, 'sql' | 'addCompany'>, domain: string): Promise<number> {
  const id = await here.addCompany();
  await here.sql(
    `with s as (insert into sso_settings (company_id, idp_url, provider, client_id, client_secret, claim_email, claim_first_name,
       claim_last_name, config_update_interval, is_active, is_enforced, created_at, updated_at)
       values ($1, 'https://id.test', 'Id', 'a', 'b', 'c', 'd', 'e', 60, true, true, now(), now()) returning company_id)
     insert into sso_domains (company_id, domain, challenge, verified_at) select company_id, $2, 'x', now() from s`,
    [id, domain],
  );
  return id;
}

export interface SandboxPerson {
  email: string;
  given_name?: string;
  family_name?: string;
  fault?: string;
  decision?: string;
}

/** Submits the sign-in page of the provider; returns the redirect. */
export async function signInAtProvider(url: string, { decision = 'allow', ...person }: SandboxPerson): Promise<string> {
  const page = new URL(url);
  const body = new URLSearchParams([...page.searchParams, ...Object.entries({ ...person, decision })]);
  const answer = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return `${back.pathname}${back.search}`;
}

/** From the e-mail address to the final redirect. */
export async function signInThrough(browser: Caller, person: SandboxPerson, next?: string): Promise<{ status: number; location: string }> {
  const query = new URLSearchParams({ email: person.email, ...(next === undefined ? {} : { next }) });
  const begun = await browser.get(`/sso/auth/sso_url/?${query}`);
  if (begun.status !== 200) throw new Error(`${begun.status} ${JSON.stringify(begun.body)}`);
  const { status, headers } = await browser.get(await signInAtProvider(begun.body.url, person));
  return { status, location: String(headers['location']) };
}
