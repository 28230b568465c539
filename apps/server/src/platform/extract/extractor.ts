import { type ChildProcess, fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Extracted } from './outcome.ts';

/** Reads the text of files that came from outside, in a process of its own: a hostile file can only hurt that one. */
export interface Extractor {
  extract(path: string): Promise<Extracted>;
  close(): void;
}

export interface ExtractorOptions {
  /** Bytes; larger files are refused unread. */
  maxBytes?: number;
  timeoutMs?: number;
  memoryMb?: number;
  /** Files that one process reads before a fresh one takes over. */
  filesPerProcess?: number;
}

export const maxResumeBytes = 10 * 1024 * 1024;

function startReader(memoryMb: number): ChildProcess {
  // Sources (in tests and tools) need the loader that runs TypeScript; what was built does not.
  const fromSource = import.meta.url.endsWith('.ts');
  const entry = fileURLToPath(new URL(fromSource ? './reader.ts' : './reader.js', import.meta.url));
  const loader = fromSource ? ['--conditions=source', '--import', import.meta.resolve('tsx')] : [];
  return fork(entry, [], {
    execArgv: [...loader, `--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of the server's settings and secrets is of use to it.
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
  });
}

/** One answer of the process, its end, or the end of the time, whichever comes first. */
function ask(reader: ChildProcess, path: string, timeoutMs: number): Promise<Extracted> {
  return new Promise((resolve) => {
    const settle = (outcome: Extracted) => {
      clearTimeout(timer);
      reader.removeAllListeners();
      // A process that was killed may still report that its channel is gone.
      reader.on('error', () => undefined);
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      reader.kill('SIGKILL');
      settle({ ok: false, reason: 'too_slow' });
    }, timeoutMs);
    reader.once('message', (answer) => settle(answer as Extracted));
    // Out of memory or a crash of the format's library: the file is to blame.
    reader.once('exit', () => settle({ ok: false, reason: 'broken' }));
    reader.once('error', () => settle({ ok: false, reason: 'broken' }));
    reader.send({ path });
  });
}

/** Files are read one after another; close it when done, or the process stays. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { maxBytes = maxResumeBytes, timeoutMs = 20_000, memoryMb = 512, filesPerProcess = 50 } = options;
  let reader: ChildProcess | undefined;
  let readByIt = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const stop = () => {
    reader?.removeAllListeners();
    reader?.kill('SIGKILL');
    reader = undefined;
  };
  const read = async (path: string): Promise<Extracted> => {
    const { size } = await stat(path);
    if (size === 0) return { ok: false, reason: 'empty' };
    if (size > maxBytes) return { ok: false, reason: 'too_large' };
    if (!reader?.connected || readByIt >= filesPerProcess) {
      stop();
      reader = startReader(memoryMb);
      readByIt = 0;
    }
    readByIt += 1;
    return ask(reader, path, timeoutMs);
  };
  return {
    extract(path) {
      const outcome = queue.then(() => read(path));
      queue = outcome.catch(() => undefined);
      return outcome;
    },
    close: stop,
  };
}
