import type { MessageKey } from '@headwater/contract/errors';
import { createLru } from '@headwater/domain/lru';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import { createTally } from '#platform/tally.ts';

/** `memberId`: the person; for background work the mailbox that causes it. */
export interface Requester {
  companyId: number;
  memberId: number;
  signal?: AbortSignal | undefined;
}

export const requesterOf = ({ actor, signal }: { actor: Actor; signal: AbortSignal }): Requester => ({
  companyId: actor.company.id,
  memberId: actor.userId,
  signal,
});

export interface Admission {
  /** Runs one piece in a turn. Rejects with the reason of the signal after a disconnect. */
  turn<Result>(work: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

export interface FairTurns {
  admit(requester: Requester): Admission;
  run<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result>;
}

export interface FairTurnsOptions {
  places: number;
  placesOfMember?: number;
  limits?: { ofMember: number; ofCompany: number; refusal: MessageKey; seconds: number };
}

interface Ticket {
  company: string;
  member: string;
  start(): void;
}

const remembered = 20_000;

/** The next place goes to the company, and within it the member, with the oldest last turn. */
function createLine({ places, placesOfMember = places }: Pick<FairTurnsOptions, 'places' | 'placesOfMember'>) {
  const waiting = new Set<Ticket>();
  const running = createTally();
  const lastTurns = createLru<string, number>(remembered);
  let [taken, turns] = [0, 0];
  const lastTurn = (key: string) => lastTurns.get(key) ?? 0;

  function nextTicket(): Ticket | undefined {
    let best: Ticket | undefined;
    for (const ticket of waiting) {
      if (running.of(ticket.member) >= placesOfMember) continue;
      const difference = best && (lastTurn(ticket.company) - lastTurn(best.company) || lastTurn(ticket.member) - lastTurn(best.member));
      if (difference === undefined || difference < 0) best = ticket;
    }
    return best;
  }

  function startNext(): void {
    while (taken < places) {
      const ticket = nextTicket();
      if (!ticket) return;
      waiting.delete(ticket);
      taken += 1;
      turns += 1;
      running.add(ticket.member, 1);
      for (const key of [ticket.company, ticket.member]) lastTurns.set(key, turns);
      ticket.start();
    }
  }

  return {
    wait: (company: string, member: string, signal: AbortSignal | undefined) =>
      new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiting.delete(ticket);
          reject(signal?.reason as Error);
        };
        const start = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const ticket = { company, member, start };
        signal?.addEventListener('abort', abort, { once: true });
        waiting.add(ticket);
        startNext();
      }),
    leave(member: string) {
      taken -= 1;
      running.add(member, -1);
      startNext();
    },
  };
}

/** A requester delays others by at most one piece of work per place. */
export function createFairTurns({ limits, ...options }: FairTurnsOptions): FairTurns {
  const line = createLine(options);
  const admitted = createTally();

  function admit({ companyId, memberId, signal }: Requester): Admission {
    const [company, member] = [`company ${companyId}`, `member ${companyId} ${memberId}`];
    signal?.throwIfAborted();
    if (limits && (admitted.of(member) >= limits.ofMember || admitted.of(company) >= limits.ofCompany))
      throw new AppError(limits.refusal, { seconds: limits.seconds });
    const count = (amount: number) => [company, member].forEach((key) => admitted.add(key, amount));
    let hasLeft = false;
    count(1);
    return {
      async turn(work) {
        signal?.throwIfAborted();
        await line.wait(company, member, signal);
        try {
          signal?.throwIfAborted();
          return await work();
        } finally {
          line.leave(member);
        }
      },
      leave() {
        if (!hasLeft) count(-1);
        hasLeft = true;
      },
    };
  }

  return {
    admit,
    async run(requester, work) {
      const admission = admit(requester);
      try {
        return await admission.turn(work);
      } finally {
        admission.leave();
      }
    },
  };
}

/** Each part takes its own turn, so that a client that reads slowly holds no place. */
export async function* inTurns<Part>(admission: Pick<Admission, 'turn'>, parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  try {
    for (;;) {
      const next = await admission.turn(() => parts.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return(undefined);
  }
}
