import type { Arrival, Candidates } from '#modules/demo/candidates-port.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';

const timeoutMs = 15_000;
const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

/** The candidates of a demo, at the control addresses of its sandbox. `httpPort`: of its page, on this machine. */
export function openCandidates({ httpPort }: { httpPort: number }): Candidates & { close(): Promise<void> } {
  const caller = createCaller({ timeoutMs, allows: isLoopback });
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<string> => {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { status, bytes } = await caller.call({ method, url: `http://127.0.0.1:${httpPort}/control/${path}`, ...json });
    const text = Buffer.from(bytes).toString();
    if (status >= 300) throw new Error(`The sandbox answered ${status} to ${method} ${path}: ${text}`);
    return text;
  };
  return {
    setTime: async (at) => void (await call('PUT', 'time', { at: at?.toISOString() ?? null })),
    arrivals: async (after) => JSON.parse(await call('GET', `arrivals?after=${after}`)) as Arrival[],
    answer: async ({ number }, answer) => void (await call('POST', 'answers', { number, ...answer })),
    close: caller.close,
  };
}
