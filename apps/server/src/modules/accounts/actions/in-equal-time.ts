import type { WaitingRoom } from '#platform/waiting-room.ts';
import { type Origin, waitingKey } from '../attempts.ts';

/** More than a hash and a few rows take. */
const answerMs = 600;

/**
 * Work whose answer comes no sooner than it would anyway, so that its time tells nobody whether an address has an account. Throws too_many_requests
 * where one place holds too many such answers open.
 */
export async function inEqualTime(
  waitingRoom: WaitingRoom,
  { email, origin }: { email: string; origin: Origin },
  work: () => Promise<void>,
) {
  const waiting = waitingRoom.enter(waitingKey(email, origin), answerMs);
  try {
    await Promise.all([waiting.over, work()]);
  } finally {
    waiting.leave();
  }
}
