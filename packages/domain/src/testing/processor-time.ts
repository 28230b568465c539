/** Processor milliseconds of this process, which exclude other processes. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Least processor milliseconds of up to three runs: the first run is uncompiled, and other threads
 * of the process add to each. Stops at the first run below `enough`.
 */
export async function leastProcessorMs(work: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least >= enough; run += 1) least = Math.min(least, await processorMs(work));
  return least;
}
