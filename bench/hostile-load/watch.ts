import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRow, makeRow } from '../row.ts';

const pollEveryMs = 50;
const memoryEveryPolls = 10;
const megabyte = 1024 ** 2;
/** A later answer of /healthz means that the event loop is blocked. */
const healthTargetMs = 500;
/** Resident memory of the server with a demo of 500 people under attack. */
const memoryTargetMb = 900;

/** Uses its own connection, so that it does not wait for other requests. */
function get(url: string, timeoutMs: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, timeout: timeoutMs }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    sent.on('error', reject);
    sent.end();
  });
}

/** Resident megabytes by /metrics. */
async function memoryOf(origin: string): Promise<number> {
  const { body } = await get(`${origin}/metrics`, 60_000);
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(body)?.[1] ?? Number.NaN) / megabyte;
}

interface Watch {
  end(): Promise<BenchRow[]>;
}

/** Polls /healthz and the server's memory. */
export async function watchHealth(origin: string, name: string): Promise<Watch> {
  const before = await memoryOf(origin);
  const times: number[] = [];
  let failures = 0;
  let memory = before;
  const over = new AbortController();
  const poll = async () => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const begin = performance.now();
      const isHealthy = await get(`${origin}/healthz`, 60_000).then(
        ({ status }) => status === 200,
        () => false,
      );
      times.push(performance.now() - begin);
      if (!isHealthy) failures += 1;
      if (count % memoryEveryPolls === 0) memory = Math.max(memory, await memoryOf(origin).catch(() => Number.NaN));
      await sleep(pollEveryMs);
    }
  };
  const polling = poll();
  const end = async () => {
    over.abort();
    await polling;
    const sorted = times.toSorted((one, other) => one - other);
    const polls = `${times.length} polls`;
    return [
      makeRow(name, '/healthz, ms (median)', { value: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, reference: polls }),
      makeRow(name, '/healthz, ms (99 of 100)', { value: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, target: healthTargetMs }),
      makeRow(name, '/healthz, ms (slowest)', { value: sorted.at(-1) ?? Number.NaN, target: healthTargetMs }),
      makeRow(name, '/healthz not answered with 200', { value: failures, target: 0 }),
      makeRow(name, 'memory, MB (peak)', { value: memory, target: memoryTargetMb, reference: `${Math.round(before)} before` }),
    ];
  };
  return { end };
}
