export interface KnownSessions {
  has(session: string): boolean;
  /** What a look-up has shown of it. */
  learn(session: string, isLive: boolean): void;
}

/** Remembers the sessions that were live when they were last looked up, the last used ones of them, to tell them from made-up ones without looking. */
export function createKnownSessions(most: number): KnownSessions {
  const sessions = new Set<string>();
  return {
    has: (session) => sessions.has(session),
    learn(session, isLive) {
      sessions.delete(session);
      if (isLive) sessions.add(session);
      for (const oldest of sessions) {
        if (sessions.size <= most) break;
        sessions.delete(oldest);
      }
    },
  };
}
