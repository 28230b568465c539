import { createHmac } from 'node:crypto';
import type { Ledger } from '../ledger.ts';
import { sha1 } from './crypto.ts';

export type AuthKey = {
  id: bigint;
  secret: Buffer;
  /** Salt of the exchange, valid in the period of the key's creation. */
  firstSalt: bigint;
  madeAt: number;
  /** Expiry of a temporary key in seconds since 1970; null: permanent. */
  expiresAt: number | null;
  permanent: bigint | null;
  userId: number | null;
};

export type Salt = { salt: bigint; since: number; until: number };

export type KeyRing = {
  add(secret: Buffer, of: { salt: bigint; lifetime: number | null }): AuthKey | null;
  find(id: bigint): AuthKey | null;
  permanentOf(key: AuthKey): AuthKey | null;
  save(key: AuthKey): void;
  destroy(key: AuthKey): void;
  all(): Iterable<AuthKey>;
  salts(key: AuthKey, count: number): Salt[];
  isSalt(key: AuthKey, salt: bigint): boolean;
};

type StoredKey = { secret: string; firstSalt: string; madeAt: number; userId: number | null; isGone?: boolean };

const PERIOD = 1800;
/** Beyond this limit the oldest key without an account is dropped. */
const MOST_KEYS = 5000;

export function openKeyRing(ledger: Ledger, now: () => Date): KeyRing {
  const keys = new Map<bigint, AuthKey>();
  for (const [id, stored] of ledger.all<StoredKey>('key:')) if (!stored.isGone) keys.set(BigInt(id), restored(BigInt(id), stored));
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  function saltAt(key: AuthKey, period: number): bigint {
    if (period === Math.floor(key.madeAt / PERIOD)) return key.firstSalt;
    return createHmac('sha256', key.secret).update(String(period)).digest().readBigUInt64LE(0);
  }

  function dropIdle(): void {
    if (keys.size <= MOST_KEYS) return;
    const bound = new Set([...keys.values()].map(({ permanent }) => permanent));
    const dropped = [...keys.values()].find(({ id, userId, permanent }) => userId === null && permanent === null && !bound.has(id));
    if (dropped) ring.destroy(dropped);
  }

  const ring: KeyRing = {
    add(secret, { salt, lifetime }) {
      const id = sha1(secret).readBigUInt64LE(12);
      if (keys.has(id)) return null;
      const madeAt = seconds();
      const expiresAt = lifetime === null ? null : madeAt + lifetime;
      const key: AuthKey = { id, secret, firstSalt: salt, madeAt, expiresAt, permanent: null, userId: null };
      keys.set(id, key);
      ring.save(key);
      dropIdle();
      return key;
    },
    find(id) {
      const key = keys.get(id) ?? null;
      if (key?.expiresAt === null || !key || key.expiresAt > seconds()) return key;
      ring.destroy(key);
      return null;
    },
    permanentOf: (key) => (key.expiresAt === null ? key : key.permanent === null ? null : (keys.get(key.permanent) ?? null)),
    save(key) {
      if (key.expiresAt !== null) return;
      const { secret, firstSalt, madeAt, userId } = key;
      ledger.put(`key:${key.id}`, { secret: secret.toString('base64'), firstSalt: String(firstSalt), madeAt, userId } satisfies StoredKey);
    },
    destroy(key) {
      if (!keys.delete(key.id)) return;
      if (key.expiresAt === null) ledger.put(`key:${key.id}`, { isGone: true });
    },
    all: () => keys.values(),
    salts(key, count) {
      const first = Math.floor(seconds() / PERIOD);
      return Array.from({ length: count }, (_none, index) => {
        const since = (first + index) * PERIOD;
        return { salt: saltAt(key, first + index), since, until: since + 2 * PERIOD };
      });
    },
    isSalt(key, salt) {
      const period = Math.floor(seconds() / PERIOD);
      return salt === saltAt(key, period) || salt === saltAt(key, period - 1);
    },
  };
  return ring;
}

function restored(id: bigint, { secret, firstSalt, madeAt, userId }: StoredKey): AuthKey {
  return { id, secret: Buffer.from(secret, 'base64'), firstSalt: BigInt(firstSalt), madeAt, expiresAt: null, permanent: null, userId };
}
