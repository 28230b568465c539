import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '../clock.ts';

/** Granted scopes and tokens. Times are in milliseconds. */
export type Grant = { address: string; scopes: string[]; access: string; accessUntil: number; refresh: string };

type Code = { code: string; address: string; scopes: string[]; redirectUri: string; challenge: string; until: number };

export type Grants = {
  /** A single-use code, valid for ten minutes. `challenge`: S256 of PKCE. */
  code(grant: Omit<Code, 'code' | 'until'>): string;
  exchange(request: { code: string; redirectUri: string; verifier: string }): Grant | null;
  refresh(token: string): Grant | null;
  revoke(token: string): boolean;
  find(access: string): Grant | null;
  change(address: string, change: 'revoke' | 'expire' | { drop: string }): void;
};

const tokenLife = 3_599_000;
const codeLife = 600_000;
const token = (kind: string): string => `${kind}.${randomBytes(24).toString('base64url')}`;

export function openGrants(directory: string, provider: string): Grants {
  const file = join(directory, `grants-${provider}.json`);
  let grants = read(file);
  const codes = new Map<string, Code>();
  const save = (): void => writeFileSync(file, JSON.stringify(grants), { mode: 0o600 });
  const renew = (grant: Grant): Grant => {
    grant.access = token('at');
    grant.accessUntil = now().getTime() + tokenLife;
    save();
    return { ...grant };
  };
  return {
    code(grant) {
      const code = token('code');
      codes.set(code, { ...grant, code, until: now().getTime() + codeLife });
      return code;
    },
    exchange({ code, redirectUri, verifier }) {
      const known = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (!known || known.until < now().getTime() || known.redirectUri !== redirectUri || known.challenge !== challenge) return null;
      const grant: Grant = { address: known.address, scopes: known.scopes, access: '', accessUntil: 0, refresh: token('rt') };
      grants.push(grant);
      return renew(grant);
    },
    refresh(refresh) {
      const grant = grants.find((one) => one.refresh === refresh);
      return grant ? renew(grant) : null;
    },
    revoke(token) {
      const found = grants.find(({ access, refresh }) => access === token || refresh === token);
      // Like Google, revokes all grants of the person for this client.
      grants = grants.filter(({ address }) => address !== found?.address);
      save();
      return found !== undefined;
    },
    find(access) {
      const grant = grants.find((one) => one.access === access);
      return grant && grant.accessUntil > now().getTime() ? { ...grant } : null;
    },
    change(address, change) {
      if (change === 'revoke') grants = grants.filter((grant) => grant.address !== address);
      for (const grant of grants.filter((one) => one.address === address)) {
        if (change === 'expire') grant.accessUntil = 0;
        else if (change !== 'revoke') grant.scopes = grant.scopes.filter((scope) => scope !== change.drop);
      }
      save();
    },
  };
}

function read(file: string): Grant[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Grant[];
  } catch {
    return [];
  }
}
