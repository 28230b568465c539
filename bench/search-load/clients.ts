import { Worker } from 'node:worker_threads';

/** A GET of the path, or a POST where there is a body. */
export interface Ask {
  path: string;
  body?: string;
}

export interface Load {
  origin: string;
  headers: Record<string, string>;
  asks: readonly Ask[];
  clients: number;
}

export interface Measured {
  /** Milliseconds of each answer, in the order of the questions. */
  times: number[];
  seconds: number;
  failures: string[];
}

// Plain JavaScript in a thread of its own, so that reading answers does not take the server's turn.
const program = `
const { request, Agent } = require('node:http');
const { parentPort, workerData: { origin, headers, asks, clients } } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const times = new Array(asks.length).fill(0), failures = [];
let next = 0;
const one = (index) => new Promise((resolve) => {
  const start = performance.now();
  // An address of its own for each, as the limit of requests is per address.
  const from = '10.' + (index >> 16 & 255) + '.' + (index >> 8 & 255) + '.' + (index & 255);
  const { path, body: sent } = asks[index];
  const given = { ...headers, 'x-forwarded-for': from, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) };
  const asked = request(origin + path, { agent, method: sent === undefined ? 'GET' : 'POST', headers: given }, (answer) => {
    let body = '';
    answer.on('data', (part) => { if (answer.statusCode !== 200) body += part; });
    answer.on('end', () => {
      times[index] = performance.now() - start;
      if (answer.statusCode !== 200) failures.push(answer.statusCode + ' ' + path + ' ' + body);
      resolve();
    });
  });
  asked.on('error', (error) => { failures.push(String(error)); resolve(); });
  asked.end(sent);
});
const client = async () => { while (next < asks.length) await one(next++); };
(async () => {
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  parentPort.postMessage({ times, seconds: (performance.now() - start) / 1000, failures });
})();
`;

/** Asks everything with so many clients at once, each waiting for its answer before the next question. */
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
