import { createLru } from '@headwater/domain/lru';

export interface KnownSessions {
  has(session: string): boolean;
  learn(session: string, isLive: boolean): void;
}

/** Distinguishes live sessions from made-up ones without a query. Keeps at least half of `most`. */
export function createKnownSessions(most: number): KnownSessions {
  const sessions = createLru<string, true>(most);
  return {
    has: (session) => sessions.get(session) !== undefined,
    learn(session, isLive) {
      if (isLive) sessions.set(session, true);
      else sessions.delete(session);
    },
  };
}
