import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { programOf } from '../program.ts';
import { makeTemporaryFolder, removeFolder } from '../temporary-folder.ts';

/** A child process for untrusted input: hostile input can harm only that process. */
export interface BoundedProcess<Request, Answer> {
  /** An abort ends the process and rejects. @throws if no process could be started */
  ask(request: Request, signal?: AbortSignal): Promise<{ answer: Answer } | { failure: 'too_slow' | 'crashed' }>;
  close(): void;
}

export interface BoundedProcessOptions {
  /** TypeScript file that sends `ready` when it listens. */
  entry: URL;
  /** Processor time of an answer, or elapsed time where the system does not report it. */
  timeoutMs: number;
  memoryMb: number;
  piecesPerProcess: number;
}

/** Starting a process may take this long on a loaded machine. */
const startMs = 60_000;
const idleMs = 60_000;

export const ready = 'ready';

function startProcess({ entry, memoryMb }: BoundedProcessOptions): ChildProcess {
  const { file, loader } = programOf(entry);
  const folder = makeTemporaryFolder();
  const child = fork(file, [], {
    // Limits both generations of the heap.
    execArgv: [...loader, `--max-old-space-size=${memoryMb}`, '--max-semi-space-size=16'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Excludes the settings and secrets of the server. A killed process cannot remove its files.
    env: { NODE_ENV: 'production', TMPDIR: folder },
    serialization: 'advanced',
  });
  // A killed process may still report a closed channel.
  child.on('error', () => undefined);
  const removeFiles = () => void removeFolder(folder).catch(() => undefined);
  child.once('exit', removeFiles).once('error', removeFiles);
  yieldToServer(child);
  return child;
}

/** Nice value: a third of the CPU time of a busy server. */
const niceness = 5;

/** HTTP responses take priority over files. Some systems ignore priorities. */
function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // The process has ended, or the system does not allow it.
  }
}

/** Clock ticks of a second in /proc on every Linux platform. */
const ticksPerSecond = 100;
/** On a busy machine an answer may take this many times its processor time. */
const mostWaits = 3;

/** Processor milliseconds of a process so far; undefined on systems without /proc. */
function processorMsOf(pid: number | undefined): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces. User and system time are fields 14 and 15.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

type ChildOutcome = { message: unknown } | 'ended' | 'late' | 'unwanted';

function outcomeOf(child: ChildProcess, timeoutMs: number, signal?: AbortSignal): Promise<ChildOutcome> {
  return new Promise((resolve) => {
    const abort = () => settle('unwanted');
    const onMessage = (message: unknown) => settle({ message });
    const onEnd = () => settle('ended');
    const begun = processorMsOf(child.pid) ?? 0;
    let waits = 0;
    const check = () => {
      waits += 1;
      const used = (processorMsOf(child.pid) ?? Infinity) - begun;
      if (used >= timeoutMs || waits >= mostWaits) settle('late');
      else timer = setTimeout(check, timeoutMs);
    };
    const settle = (outcome: ChildOutcome) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(outcome);
    };
    let timer = setTimeout(check, timeoutMs);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    signal?.addEventListener('abort', abort);
  });
}

async function startListening(options: BoundedProcessOptions): Promise<ChildProcess> {
  const child = startProcess(options);
  const outcome = await outcomeOf(child, startMs);
  if (typeof outcome === 'object' && outcome.message === ready) return child;
  child.kill('SIGKILL');
  throw new Error(`the process of ${options.entry.pathname} could not be started`);
}

/** Callers must close it, or the process stays until it is idle for a minute. */
export function createBoundedProcess<Request extends object, Answer>(options: BoundedProcessOptions): BoundedProcess<Request, Answer> {
  const { timeoutMs, piecesPerProcess } = options;
  let child: ChildProcess | undefined;
  let pieces = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let idle = new AbortController();

  const close = () => {
    idle.abort();
    child?.kill('SIGKILL');
    child = undefined;
  };
  const closeWhenIdle = () => {
    idle = new AbortController();
    void sleep(idleMs, undefined, { signal: idle.signal, ref: false }).then(close, () => undefined);
  };
  const work = async (request: Request, signal?: AbortSignal): Promise<{ answer: Answer } | { failure: 'too_slow' | 'crashed' }> => {
    signal?.throwIfAborted();
    idle.abort();
    if (!child?.connected || pieces >= piecesPerProcess) {
      close();
      child = await startListening(options);
      pieces = 0;
    }
    if (signal?.aborted) {
      closeWhenIdle();
      signal.throwIfAborted();
    }
    pieces += 1;
    const settled = outcomeOf(child, timeoutMs, signal);
    child.send(request);
    const outcome = await settled;
    if (typeof outcome === 'object') {
      closeWhenIdle();
      return { answer: outcome.message as Answer };
    }
    close();
    signal?.throwIfAborted();
    return { failure: outcome === 'late' ? 'too_slow' : 'crashed' };
  };
  return {
    ask(request, signal) {
      const outcome = queue.then(() => work(request, signal));
      queue = outcome.catch(() => undefined);
      return outcome;
    },
    close,
  };
}
