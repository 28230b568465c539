import { createLru } from '@headwater/domain/lru';

export interface KnownSessions {
  has(session: string): boolean;
  /** What a look-up has shown of it. */
  learn(session: string, isLive: boolean): void;
}

/** Remembers `most` sessions that were live when they were last looked up, and half as many of the last used ones at least, to tell them from made-up ones without looking. */
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
