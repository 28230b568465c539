import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { programOf } from '../program.ts';

/** Work on what outsiders made, in a process of its own: whatever one piece of it does can only hurt that process. */
export interface BoundedProcess<Request, Answer> {
  /** Pieces are worked on one after another. @throws where no process could be started, which is no fault of the piece */
  ask(request: Request): Promise<{ answer: Answer } | { failure: 'too_slow' | 'crashed' }>;
  /** Ends the process at once; it is started anew by the next piece. */
  close(): void;
}

export interface BoundedProcessOptions {
  /** The program: TypeScript beside the caller. It sends `ready` when it listens. */
  entry: URL;
  /** For one piece of work. */
  timeoutMs: number;
  /** Of its heap. */
  memoryMb: number;
  /** Pieces that one process works on before a fresh one takes over. */
  piecesPerProcess: number;
}

/** A machine with much other work may take that long until a process runs. */
const startMs = 60_000;
/** What is left of it when nobody has asked anything for so long is memory. */
const idleMs = 60_000;

export const ready = 'ready';

function startProcess({ entry, memoryMb }: BoundedProcessOptions): ChildProcess {
  const { file, loader } = programOf(entry);
  return fork(file, [], {
    // Both generations: what is only just made is memory as well.
    execArgv: [...loader, `--max-old-space-size=${memoryMb}`, '--max-semi-space-size=16'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of the server's settings and secrets is of use to it.
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
  });
}

type ChildOutcome = { message: unknown } | 'ended' | 'late';

/** What the process says next, its end, or the end of the time, whichever comes first. */
function outcomeOf(child: ChildProcess, timeoutMs: number): Promise<ChildOutcome> {
  return new Promise((resolve) => {
    const settle = (outcome: ChildOutcome) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A process that was killed may still report that its channel is gone.
      child.on('error', () => undefined);
      resolve(outcome);
    };
    const timer = setTimeout(() => settle('late'), timeoutMs);
    child.once('message', (message) => settle({ message }));
    child.once('exit', () => settle('ended'));
    child.once('error', () => settle('ended'));
  });
}

async function startListening(options: BoundedProcessOptions): Promise<ChildProcess> {
  const child = startProcess(options);
  const outcome = await outcomeOf(child, startMs);
  if (typeof outcome === 'object' && outcome.message === ready) return child;
  child.kill('SIGKILL');
  throw new Error(`the process of ${options.entry.pathname} could not be started`);
}

/** Close it when done, or the process stays for a while. */
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
  const work = async (request: Request): Promise<{ answer: Answer } | { failure: 'too_slow' | 'crashed' }> => {
    idle.abort();
    if (!child?.connected || pieces >= piecesPerProcess) {
      close();
      child = await startListening(options);
      pieces = 0;
    }
    pieces += 1;
    const settled = outcomeOf(child, timeoutMs);
    child.send(request);
    const outcome = await settled;
    if (typeof outcome === 'object') {
      closeWhenIdle();
      return { answer: outcome.message as Answer };
    }
    close();
    return { failure: outcome === 'late' ? 'too_slow' : 'crashed' };
  };
  return {
    ask(request) {
      const outcome = queue.then(() => work(request));
      queue = outcome.catch(() => undefined);
      return outcome;
    },
    close,
  };
}
