import { createReadStream } from 'node:fs';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import type { ScannerAddress } from './address.ts';
import { askClamd } from './clamd.ts';

/** Why nothing is known of a file: the scanner is away or broke off, or it takes no files of that size. */
export type Unchecked = 'away' | 'too_large';
export type ScanResult = { kind: 'clean' } | { kind: 'infected'; virus: string } | { kind: 'unchecked'; reason: Unchecked };

export interface AntivirusState {
  state: 'off' | 'working' | 'away';
  /** As clamd says it: engine, number and date of its signatures. */
  version: string | null;
  /** What happens to files that cannot be checked. */
  unchecked: 'refuse' | 'accept';
}

/** Looks through files from people before they are read or kept. */
export interface Antivirus {
  /**
   * Throws FieldErrors at `field` for a file with a virus, and for one that could not be checked where such are refused; too_many_requests where many
   * files wait.
   * @param field of the form that the file came in
   */
  requireClean(bytes: Uint8Array, field?: string): Promise<void>;
  /** Of a file on this machine, which is not read into memory; undefined where it may be taken. */
  faultOf(path: string): Promise<Exclude<ScanResult, { kind: 'clean' }> | undefined>;
  state(): Promise<AntivirusState>;
}

export interface AntivirusOptions {
  /** Undefined: nothing is checked. */
  address: ScannerAddress | undefined;
  unchecked: AntivirusState['unchecked'];
  /** Milliseconds for one file. */
  timeoutMs: number;
  log: Log;
}

/** Lines to clamd at a time, which has ten threads unless told otherwise; a slow file keeps one of them, and the others go on. */
const atOnce = 6;
const maxWaiting = 32;
/** Of the question how it is. */
const stateTimeoutMs = 3000;

/** What an answer to INSTREAM means; undefined for none that we know. */
function scanResultOf(answer: string): ScanResult | undefined {
  if (/^stream: OK$/.test(answer)) return { kind: 'clean' };
  const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (virus !== undefined) return { kind: 'infected', virus: virus.slice(0, 200) };
  return /size limit exceeded/i.test(answer) ? { kind: 'unchecked', reason: 'too_large' } : undefined;
}

const refusals = { away: 'file_unchecked', too_large: 'file_over_scanner' } as const;

/** Asks clamd, if there is one. */
export function openAntivirus({ address, unchecked, timeoutMs, log }: AntivirusOptions): Antivirus {
  const lines = createSemaphore(atOnce);
  async function judge(scanner: ScannerAddress, bytes: Uint8Array | string): Promise<ScanResult> {
    try {
      const source = typeof bytes === 'string' ? createReadStream(bytes, { highWaterMark: 64 * 1024 }) : bytes;
      const answer = await askClamd({ address: scanner, command: 'INSTREAM', bytes: source, timeoutMs });
      const verdict = scanResultOf(answer);
      if (verdict?.kind === 'infected') log.warn({ virus: verdict.virus }, 'a file with a virus was refused');
      if (verdict) return verdict;
      log.error({ answer: answer.slice(0, 200) }, 'the antivirus gave an answer that is not known');
    } catch (error) {
      log.error({ err: error }, 'the antivirus could not check a file');
    }
    return { kind: 'unchecked', reason: 'away' };
  }
  const faultIn = async (bytes: Uint8Array | string) => {
    if (!address) return undefined;
    const verdict = await lines.run(() => judge(address, bytes));
    return verdict.kind === 'clean' || (verdict.kind === 'unchecked' && unchecked === 'accept') ? undefined : verdict;
  };
  return {
    async requireClean(bytes, field = 'file') {
      if (lines.waiting >= maxWaiting) throw new AppError('too_many_requests', { seconds: 10 });
      const fault = await faultIn(bytes);
      if (fault?.kind === 'infected') throw new FieldErrors({ [field]: { key: 'file_infected', parts: { virus: fault.virus } } });
      if (fault) throw new FieldErrors({ [field]: refusals[fault.reason] });
    },
    faultOf: faultIn,
    async state() {
      if (!address) return { state: 'off', version: null, unchecked };
      const version = await askClamd({ address, command: 'VERSION', timeoutMs: Math.min(timeoutMs, stateTimeoutMs) }).catch(() => null);
      return { state: version === null ? 'away' : 'working', version, unchecked };
    },
  };
}
