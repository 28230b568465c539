import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { findBuiltProgram } from './program.ts';

export function startThread(entry: URL, options: Pick<WorkerOptions, 'resourceLimits' | 'workerData'> = {}): Worker {
  const built = findBuiltProgram(entry);
  if (built) return new Worker(built, options);
  // A thread does not apply a loader to its first file, so that file is inline code.
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  return new Worker(`import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(entry.href)})))`, {
    ...options,
    eval: true,
    execArgv: ['--conditions=source'],
  });
}
