interface PollOptions {
  /** Milliseconds between calls. */
  intervalMs?: number;
  /** Calls after the first one. */
  repeats?: number;
  /** Milliseconds before the first call. */
  initialMs?: number;
  /** Stops at once, also between two calls. */
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

/**
 * Asks for news on an interval (REQ-022 to REQ-025). A call that fails does not end it: the next one may do better.
 * @returns resolves after the last repeat, or once stopped
 */
export async function poll(call: () => unknown, { intervalMs = 15_000, repeats = 3, initialMs = 0, signal }: PollOptions): Promise<void> {
  await pause(initialMs, signal);
  for (let made = 0; !signal.aborted; made += 1) {
    try {
      await call();
    } catch {
      // The screen says what its own call failed of.
    }
    if (made === repeats) return;
    await pause(intervalMs, signal);
  }
}
