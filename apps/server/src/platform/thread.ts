import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Starts a file as a thread: `entry` is TypeScript beside the caller; what was built lies there as JavaScript. */
export function startThread(entry: URL, resourceLimits: ResourceLimits = {}): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(new URL(entry.href.replace(/\.ts$/, '.js')), { resourceLimits });
  // From source (tests, tsx): a thread does not take a loader from its arguments for its first file, so that file is a line of code.
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  return new Worker(`import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(entry.href)})))`, {
    eval: true,
    resourceLimits,
    execArgv: ['--conditions=source'],
  });
}
