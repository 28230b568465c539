import { secondMs } from '@headwater/domain/time/durations';

const pauses = [1, 2, 5, 15, 30].map((seconds) => seconds * secondMs);

export const reconnectPause = (failures: number): number => pauses[Math.max(0, Math.min(failures, pauses.length) - 1)] ?? secondMs;
