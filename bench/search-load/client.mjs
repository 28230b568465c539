// Clients in a process of their own, outside the server's event loop and memory.
import { Agent, request } from 'node:http';

process.once('message', async ({ origin, headers, asks, clients }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times = Array.from({ length: asks.length }, () => 0);
  const failures = [];
  let next = 0;
  let bytes = 0;
  const one = (index) =>
    new Promise((resolve) => {
      const start = performance.now();
      // Varies the address, as the rate limit is per address.
      const from = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
      const { path, body: sent } = asks[index];
      const given = { ...headers, 'x-forwarded-for': from, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) };
      const asked = request(origin + path, { agent, method: sent === undefined ? 'GET' : 'POST', headers: given }, (answer) => {
        let body = '';
        answer.on('data', (part) => {
          bytes += part.length;
          if (answer.statusCode !== 200) body += part;
        });
        answer.on('end', () => {
          times[index] = performance.now() - start;
          if (answer.statusCode !== 200) failures.push(`${answer.statusCode} ${path} ${body}`);
          resolve();
        });
      });
      asked.on('error', (error) => {
        failures.push(String(error));
        resolve();
      });
      asked.end(sent);
    });
  const client = async () => {
    while (next < asks.length) await one(next++);
  };
  const start = performance.now();
  const used = process.cpuUsage();
  await Promise.all(Array.from({ length: clients }, client));
  const { user, system } = process.cpuUsage(used);
  agent.destroy();
  process.send({ times, seconds: (performance.now() - start) / 1000, failures, bytes, cpuMs: (user + system) / 1000 }, () =>
    process.disconnect(),
  );
});
