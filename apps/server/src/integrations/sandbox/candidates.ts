import type { Arrival, Candidates } from '#modules/demo/candidates-port.ts';
import { openControl } from './control.ts';

export function openCandidates(sandbox: { httpPort: number }): Candidates & { close(): Promise<void> } {
  const { call, close } = openControl(sandbox);
  return {
    setTime: async (at) => void (await call('PUT', 'time', { at: at?.toISOString() ?? null })),
    arrivals: async (after) => JSON.parse(await call('GET', `arrivals?after=${after}`)) as Arrival[],
    answer: async ({ number }, answer) => void (await call('POST', 'answers', { number, ...answer })),
    close,
  };
}
