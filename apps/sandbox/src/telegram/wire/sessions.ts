import type { AuthKey, KeyRing } from './keys.ts';
import { createSession, type Session } from './session.ts';

export type Sessions = {
  find(key: AuthKey, id: bigint): Session | null;
  obtain(key: AuthKey, id: bigint): Session;
  end(key: AuthKey, id: bigint): boolean;
  ofPermanent(id: bigint): Session[];
  endAll(permanent: bigint): void;
};

/** Sessions per key; the least recently used one is dropped. */
const MOST_OF_A_KEY = 50;

export function createSessions(keys: KeyRing, now: () => Date): Sessions {
  const byKey = new Map<bigint, Map<bigint, Session>>();
  const boundTo = (permanent: bigint) =>
    [...byKey.values()].flatMap((of) => [...of.values()]).filter(({ key }) => key.permanent === permanent);
  const saltOf = (key: AuthKey): bigint => keys.salts(key, 1)[0]?.salt ?? 0n;

  function make(key: AuthKey, id: bigint): Session {
    const session = createSession({ id, key, now, saltOf });
    const ofKey = byKey.get(key.id) ?? new Map<bigint, Session>();
    byKey.set(key.id, ofKey.set(id, session));
    if (ofKey.size > MOST_OF_A_KEY) {
      const [oldest] = [...ofKey.values()].filter((one) => one !== session).toSorted((one, other) => one.usedAt - other.usedAt);
      if (oldest) ofKey.delete(oldest.id);
    }
    return session;
  }

  return {
    find: (key, id) => byKey.get(key.id)?.get(id) ?? null,
    obtain: (key, id) => byKey.get(key.id)?.get(id) ?? make(key, id),
    end: (key, id) => byKey.get(key.id)?.delete(id) ?? false,
    ofPermanent: (id) => [...(byKey.get(id)?.values() ?? []), ...boundTo(id)],
    endAll(permanent) {
      for (const { key } of boundTo(permanent)) byKey.delete(key.id);
      byKey.delete(permanent);
    },
  };
}
