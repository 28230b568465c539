import { expect, vi } from 'vitest';
import { type Clock, movableClock } from '../src/platform/clock.ts';

/** Clock of held-back answers. Their pauses take no time, except those that a test holds. */
export interface HeldAnswers extends Pick<Clock, 'sleep'> {
  /** Milliseconds of all pauses so far. */
  pauses: number[];
  /** Lets the next pauses last until `advance` has moved the clock to their ends. */
  holdNext(count?: number): void;
  /** Resolves when so many answers are held. */
  untilHeld(count?: number): Promise<void>;
  advance(milliseconds: number): void;
}

function createHeldAnswers(): HeldAnswers {
  const held = new Set<{ endsAt: number; end: () => void }>();
  const pauses: number[] = [];
  let now = 0;
  let left = 0;
  return {
    pauses,
    holdNext(count = 1) {
      left = count;
    },
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        pauses.push(milliseconds);
        if (left === 0) return resolve();
        left -= 1;
        held.add({ endsAt: now + milliseconds, end: resolve });
      }),
    untilHeld: (count = 1) => vi.waitFor(() => expect(held.size).toBe(count), { timeout: 20_000, interval: 5 }),
    advance(milliseconds) {
      now += milliseconds;
      for (const one of held) {
        if (one.endsAt > now) continue;
        held.delete(one);
        one.end();
      }
    },
  };
}

/** The clocks of an installation. */
export const createClocks = () => ({ clock: movableClock(new Date()), heldAnswers: createHeldAnswers() });

interface Held<Answer> {
  milliseconds: number;
  send: () => Promise<Answer>;
  /** Does at least the work of `send` and is not held. After it only the pause keeps the answer back. */
  meanwhile: () => Promise<unknown>;
}

/** Sends a request, and proves that its answer is held for so many milliseconds and no longer. Resolves with the answer. */
export async function expectHeld<Answer>(heldAnswers: HeldAnswers, { milliseconds, send, meanwhile }: Held<Answer>): Promise<Answer> {
  const answered = vi.fn<(answer: Answer) => void>();
  heldAnswers.holdNext();
  const answer = send().then((one) => {
    answered(one);
    return one;
  });
  await heldAnswers.untilHeld();
  heldAnswers.advance(milliseconds - 1);
  await meanwhile();
  expect(answered).not.toHaveBeenCalled();
  heldAnswers.advance(1);
  return answer;
}
