import { type Actor, isSuperUser } from '@headwater/domain/roles';
import { hourMs } from '@headwater/domain/time/durations';
import { createRateLimit, type RateLimitOptions } from '#platform/rate-limit.ts';
import { createSemaphore, type Semaphore } from '#platform/semaphore.ts';

/** accounts/README.md, secrecy: addresses per hour that may be revealed to have an account in another company. */
const revealsPerHour = { person: 20, company: 60 };

export interface AddressTries {
  /** Records each revealed address. Throws too_many_requests before any work. */
  run<T>(
    actor: Pick<Actor, 'userId' | 'company' | 'role' | 'holdsStaffRights'>,
    work: (recordRevealed: () => void) => Promise<T>,
  ): Promise<T>;
}

export function createAddressTries(options: Pick<RateLimitOptions, 'clock' | 'counts'>): AddressTries {
  const limit = createRateLimit({ ...options, name: 'revealed addresses', windowMs: hourMs });
  /** Serialises attempts of a company, because one in progress counts. */
  const queues = new Map<number, Semaphore>();

  const runCounted = async <T>(keys: Record<string, number>, work: (recordRevealed: () => void) => Promise<T>): Promise<T> => {
    // Taken in advance, so that no further address is revealed.
    const refund = limit.take(keys);
    let isRevealed = false;
    try {
      return await work(() => {
        isRevealed = true;
      });
    } finally {
      if (!isRevealed) refund();
    }
  };
  return {
    async run(actor, work) {
      if (isSuperUser(actor)) return work(() => undefined);
      const { userId, company } = actor;
      const { id } = company;
      const queue = queues.get(id) ?? createSemaphore(1);
      queues.set(id, queue);
      // Administrators can create users, so they share a limit.
      const keys = { [`person ${userId}`]: revealsPerHour.person, [`company ${id}`]: revealsPerHour.company };
      try {
        return await queue.run(() => runCounted(keys, work));
      } finally {
        if (queue.running === 0) queues.delete(id);
      }
    },
  };
}
