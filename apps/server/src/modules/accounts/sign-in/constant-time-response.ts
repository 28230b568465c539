import type { WaitingRoom } from '#platform/waiting-room.ts';
import { type Origin, waitingKey } from './attempts.ts';

/** More than a password hash and a few queries take. */
const answerMs = 600;

/** Hides whether an account exists. Throws too_many_requests if too many responses wait. */
export async function respondInConstantTime(
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
