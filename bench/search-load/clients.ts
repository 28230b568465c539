import { Worker } from 'node:worker_threads';

export interface Load {
  origin: string;
  headers: Record<string, string>;
  paths: readonly string[];
  clients: number;
}

export interface Measured {
  /** Milliseconds of each answer, in the order of the paths. */
  times: number[];
  seconds: number;
  failures: string[];
}

// Plain JavaScript in a thread of its own, so that reading answers does not take the server's turn.
const program = `
const { request, Agent } = require('node:http');
const { parentPort, workerData: { origin, headers, paths, clients } } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const times = new Array(paths.length).fill(0), failures = [];
let next = 0;
const one = (index) => new Promise((resolve) => {
  const start = performance.now();
  // An address of its own for each, as the limit of requests is per address.
  const from = '10.' + (index >> 16 & 255) + '.' + (index >> 8 & 255) + '.' + (index & 255);
  const asked = request(origin + paths[index], { agent, headers: { ...headers, 'x-forwarded-for': from } }, (answer) => {
    let body = '';
    answer.on('data', (part) => { if (answer.statusCode !== 200) body += part; });
    answer.on('end', () => {
      times[index] = performance.now() - start;
      if (answer.statusCode !== 200) failures.push(answer.statusCode + ' ' + paths[index] + ' ' + body);
      resolve();
    });
  });
  asked.on('error', (error) => { failures.push(String(error)); resolve(); });
  asked.end();
});
const client = async () => { while (next < paths.length) await one(next++); };
(async () => {
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  parentPort.postMessage({ times, seconds: (performance.now() - start) / 1000, failures });
})();
`;

/** Asks all paths with so many clients at once, each waiting for its answer before the next question. */
export function measure(load: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: load, execArgv: [] });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** The value below which `share` of the sorted times lie. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].toSorted((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}
