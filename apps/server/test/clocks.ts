import { expect, vi } from 'vitest';
import { type Clock, movableClock } from '../src/platform/clock.ts';

/** Clock for delayed responses: delays take no time unless a test holds them. */
export interface HeldAnswers extends Pick<Clock, 'sleep'> {
  /** Milliseconds of all delays so far. */
  pauses: number[];
  /** Holds the next delays until `advance` reaches their end. */
  holdNext(count?: number): void;
  /** Resolves when that many responses are held. */
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
    untilHeld: (count = 1) => vi.waitFor(() => expect(held.size).toBe(count), { timeout: 45_000, interval: 5 }),
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

export const createClocks = () => ({ clock: movableClock(new Date()), heldAnswers: createHeldAnswers() });

interface Held<Answer> {
  milliseconds: number;
  send: () => Promise<Answer>;
  /**
   * Does at least the work of `send` without a delay; afterwards only the delay can hold the
   * response.
   */
  meanwhile: () => Promise<unknown>;
}

/** Asserts that the response to a request is delayed by exactly that time. Resolves with it. */
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
