import type { tl } from '@mtcute/core';
import type { AuthKey, KeyRing } from '../wire/keys.ts';
import type { Session } from '../wire/session.ts';
import type { Sessions } from '../wire/sessions.ts';

export type Hub = {
  keysOf(userId: number): AuthKey[];
  publish(userId: number, updates: tl.TypeUpdates, except?: Session): void;
  signIn(key: AuthKey, userId: number): void;
  signOut(key: AuthKey): void;
  linesOf(userId: number): number;
  cut(userId: number): number;
};

export function createHub(keys: KeyRing, sessions: Sessions): Hub {
  const byUser = new Map<number, Set<AuthKey>>();
  const of = (userId: number): Set<AuthKey> => {
    const known = byUser.get(userId) ?? new Set<AuthKey>();
    byUser.set(userId, known);
    return known;
  };
  for (const key of keys.all()) if (key.userId !== null) of(key.userId).add(key);
  const sessionsOf = (userId: number): Session[] => [...of(userId)].flatMap((key) => sessions.ofPermanent(key.id));

  const linksOf = (userId: number) => new Set(sessionsOf(userId).flatMap((session) => session.link() ?? []));

  return {
    // A client may have destroyed its key.
    keysOf: (userId) => [...of(userId)].filter((key) => keys.find(key.id) === key),
    publish(userId, updates, except) {
      for (const session of sessionsOf(userId)) if (session.wantsUpdates && session !== except) session.sendReliably(updates);
    },
    signIn(key, userId) {
      if (key.userId !== null) of(key.userId).delete(key);
      key.userId = userId;
      of(userId).add(key);
      keys.save(key);
    },
    signOut(key) {
      if (key.userId !== null) of(key.userId).delete(key);
      key.userId = null;
      keys.save(key);
    },
    linesOf: (userId) => linksOf(userId).size,
    cut(userId) {
      const links = linksOf(userId);
      for (const link of links) link.cut();
      return links.size;
    },
  };
}
