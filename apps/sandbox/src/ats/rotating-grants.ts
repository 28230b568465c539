import { createHash, randomBytes } from 'node:crypto';
import type { Grant, Grants } from '../providers/grants.ts';

const tokenLife = 3_599_000;
const codeLife = 600_000;

export type RotatingGrants = Pick<Grants, 'code' | 'exchange' | 'refresh' | 'revoke' | 'find'> & {
  /** All grants end, as after a removal of the app. */
  clear(): void;
  /** Number of accepted refresh tokens. */
  refreshes(): number;
};

const token = (kind: string) => `${kind}.${randomBytes(24).toString('base64url')}`;

/** Grants with refresh tokens that work once. Times are in milliseconds. */
export function createRotatingGrants(now: () => Date): RotatingGrants {
  const codes = new Map<string, Parameters<Grants['code']>[0] & { until: number }>();
  const byRefresh = new Map<string, Grant>();
  let used = 0;
  const issue = ({ address, scopes }: Pick<Grant, 'address' | 'scopes'>): Grant => {
    const grant = { address, scopes, access: token('at'), accessUntil: now().getTime() + tokenLife, refresh: token('rt') };
    byRefresh.set(grant.refresh, grant);
    return { ...grant };
  };
  return {
    code(grant) {
      const code = token('code');
      codes.set(code, { ...grant, until: now().getTime() + codeLife });
      return code;
    },
    exchange({ code, redirectUri, verifier }) {
      const known = codes.get(code);
      codes.delete(code);
      const isProved = !known?.challenge || createHash('sha256').update(verifier).digest('base64url') === known.challenge;
      return known && isProved && known.until > now().getTime() && known.redirectUri === redirectUri ? issue(known) : null;
    },
    refresh(refresh) {
      const known = byRefresh.get(refresh);
      byRefresh.delete(refresh);
      if (known) used += 1;
      return known ? issue(known) : null;
    },
    revoke: (refresh) => byRefresh.delete(refresh),
    find(access) {
      const grant = [...byRefresh.values()].find((each) => each.access === access);
      return grant && grant.accessUntil > now().getTime() ? { ...grant } : null;
    },
    clear: () => byRefresh.clear(),
    refreshes: () => used,
  };
}
