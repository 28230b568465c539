const everyMs = 50;
const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2);

/** Peak memory of this process in MB during `work`. */
export async function measurePeak<T>(work: () => Promise<T>): Promise<{ answer: T; mb: number }> {
  let most = process.memoryUsage.rss();
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, everyMs);
  try {
    const answer = await work();
    look();
    return { answer, mb: mb(most) };
  } finally {
    clearInterval(timer);
  }
}

export const memoryNow = (): number => mb(process.memoryUsage.rss());
