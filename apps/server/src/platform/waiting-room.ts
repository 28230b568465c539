import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { createTally } from '#platform/tally.ts';

export interface WaitingRoom {
  enter(key: string, milliseconds: number): Waiting;
}

export interface Waiting {
  over: Promise<void>;
  leave(): void;
}

interface WaitingRoomOptions {
  clock: Pick<Clock, 'sleep'>;
  places: number;
  placesOfKey: number;
}

export function createWaitingRoom({ clock, places, placesOfKey }: WaitingRoomOptions): WaitingRoom {
  const waiting = createTally();
  let all = 0;
  return {
    enter(key, milliseconds) {
      if (all >= places || waiting.of(key) >= placesOfKey)
        throw new AppError('too_many_requests', { seconds: Math.ceil(milliseconds / 1000) });
      waiting.add(key, 1);
      all += 1;
      let isIn = true;
      return {
        over: clock.sleep(milliseconds, { ref: false }),
        leave() {
          if (!isIn) return;
          isIn = false;
          all -= 1;
          waiting.add(key, -1);
        },
      };
    },
  };
}
