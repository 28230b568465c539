import { createCaller } from '#platform/fetch/api-caller.ts';

const timeoutMs = 15_000;
const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

export function openControl({ httpPort }: { httpPort: number }) {
  const caller = createCaller({ timeoutMs, allows: isLoopback });
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<{ status: number; text: string }> => {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { status, bytes } = await caller.call({ method, url: `http://127.0.0.1:${httpPort}/control/${path}`, ...json });
    const text = Buffer.from(bytes).toString();
    if (status >= 300 && status !== 404) throw new Error(`The sandbox answered ${status} to ${method} ${path}: ${text}`);
    return { status, text };
  };
  return {
    async find<T>(path: string): Promise<T | undefined> {
      const { status, text } = await ask('GET', path);
      return status === 404 ? undefined : (JSON.parse(text) as T);
    },
    async call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<string> {
      const { status, text } = await ask(method, path, body);
      if (status === 404) throw new Error(`The sandbox has nothing at ${path}: ${text}`);
      return text;
    },
    close: caller.close,
  };
}
