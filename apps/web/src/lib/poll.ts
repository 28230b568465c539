interface PollOptions {
  intervalMs?: number;
  repeats?: number;
  /** Delay of the first call, in ms. */
  initialMs?: number;
  signal: AbortSignal;
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** REQ-022 to REQ-025. Continues after failures. */
export async function poll(call: () => unknown, { intervalMs = 15_000, repeats = 3, initialMs = 0, signal }: PollOptions): Promise<void> {
  await pause(initialMs, signal);
  for (let made = 0; !signal.aborted; made += 1) {
    try {
      await call();
    } catch {
      // The screen shows errors of its own call.
    }
    if (made === repeats) return;
    await pause(intervalMs, signal);
  }
}
