import { type Actor, isSuperUser } from '@headwater/domain/roles';
import { hourMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import { createRateLimit } from '#platform/rate-limit.ts';
import { createSemaphore, type Semaphore } from '#platform/semaphore.ts';

/** Addresses an hour of which a person, and the people of a company together, may be told that they have an account in another company (ADR 64). */
const refusalsAnHour = { person: 20, company: 60 };

export interface AddressTries {
  /**
   * Does what may tell the actor that an address has an account in another company; `tell` is called where it did. Throws too_many_requests where
   * they were told often enough within the hour, and does nothing then.
   */
  run<T>(actor: Pick<Actor, 'userId' | 'company' | 'role' | 'holdsStaffRights'>, work: (tell: () => void) => Promise<T>): Promise<T>;
}

/** Counts for this process alone. */
export function createAddressTries(clock: Clock): AddressTries {
  const limit = createRateLimit({ clock, windowMs: hourMs });
  /** By company: the tries of its people wait for each other, as one that is on its way counts. */
  const lines = new Map<number, Semaphore>();

  const counted = async <T>(keys: Record<string, number>, work: (tell: () => void) => Promise<T>): Promise<T> => {
    // Before the work: whoever has heard enough learns nothing more, not even of an address that is free.
    const forget = limit.take(keys);
    let isTold = false;
    try {
      return await work(() => {
        isTold = true;
      });
    } finally {
      if (!isTold) forget();
    }
  };
  return {
    async run(actor, work) {
      // They see all companies.
      if (isSuperUser(actor)) return work(() => undefined);
      const { userId, company } = actor;
      const { id } = company;
      const line = lines.get(id) ?? createSemaphore(1);
      lines.set(id, line);
      // Whoever administers a company can make people: they are counted together besides.
      const keys = { [`person ${userId}`]: refusalsAnHour.person, [`company ${id}`]: refusalsAnHour.company };
      try {
        return await line.run(() => counted(keys, work));
      } finally {
        if (line.running === 0) lines.delete(id);
      }
    },
  };
}
