import { hourMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';

/** RFC 5321 5.1. Null without an answer; never rejects. */
export type AskMailDomain = (domain: string) => Promise<boolean | null>;

interface DomainState {
  takesMail: boolean;
  at: Date;
}

export interface MailDomains {
  /** Undefined if unknown, or if the installation permits no lookups. */
  find(domain: string): Promise<DomainState | undefined>;
}

const keptMs = 24 * hourMs;
const most = 10_000;
const longestName = 253;

/** @param ask undefined: the installation permits no lookups */
export function createMailDomains({ ask, clock }: { ask: AskMailDomain | undefined; clock: Clock }): MailDomains {
  const known = new Map<string, DomainState>();
  return {
    async find(name) {
      const domain = name.toLowerCase();
      const before = known.get(domain);
      if (before && clock.now().getTime() - before.at.getTime() < keptMs) return before;
      const takesMail = ask && domain.length <= longestName ? await ask(domain) : null;
      if (takesMail === null) return undefined;
      const state = { takesMail, at: clock.now() };
      known.delete(domain);
      known.set(domain, state);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return state;
    },
  };
}
