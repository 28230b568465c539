import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '../clock.ts';

/** What a person allowed a client, and the tokens that prove it. Times are milliseconds. */
export type Grant = { address: string; scopes: string[]; access: string; accessUntil: number; refresh: string };

type Code = { code: string; address: string; scopes: string[]; redirectUri: string; challenge: string; until: number };

export type Grants = {
  /** A code that is good once and for ten minutes. `challenge`: S256 of PKCE. */
  code(grant: Omit<Code, 'code' | 'until'>): string;
  /** Null where the code, the address or the verifier is not the one that was given. */
  exchange(request: { code: string; redirectUri: string; verifier: string }): Grant | null;
  refresh(token: string): Grant | null;
  /** By an access or a refresh token; true where it was one. */
  revoke(token: string): boolean;
  /** Whose access token it is; null for one that was revoked, has expired or never was. */
  find(access: string): Grant | null;
  /** What a person does in the settings of their account, and what time does: all grants of an address. */
  change(address: string, change: 'revoke' | 'expire' | { drop: string }): void;
};

const tokenLife = 3_599_000;
const codeLife = 600_000;
const token = (kind: string): string => `${kind}.${randomBytes(24).toString('base64url')}`;

/** Grants of one provider, kept in a file so that connected mailboxes outlive a restart. */
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
      // As Google does: with one token goes all that the person has granted to this client.
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
