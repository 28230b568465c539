import { secondMs } from '@headwater/domain/time/durations';

const pauses = [1, 2, 5, 15, 30].map((seconds) => seconds * secondMs);

/** Milliseconds until the next connection attempt, by failed attempts in a row. */
export const reconnectPause = (failures: number): number => pauses[Math.max(0, Math.min(failures, pauses.length) - 1)] ?? secondMs;
