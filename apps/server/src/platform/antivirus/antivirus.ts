import { createReadStream } from 'node:fs';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import type { ScannerAddress } from './address.ts';
import { queryClamd } from './clamd.ts';

/** The scanner is unreachable or failed, or does not accept files of that size. */
type Unchecked = 'away' | 'too_large';
type ScanResult = { kind: 'clean' } | { kind: 'infected'; virus: string } | { kind: 'unchecked'; reason: Unchecked };

interface AntivirusState {
  state: 'off' | 'working' | 'away';
  version: string | null;
  unchecked: 'refuse' | 'accept';
}

export interface Antivirus {
  /** Throws FieldErrors at `field` for a refused file, and too_many_requests. */
  requireClean(bytes: Uint8Array, field?: string): Promise<void>;
  /** Scans a file by its path without reading it into memory. Undefined: the file may pass. */
  faultOf(path: string): Promise<Exclude<ScanResult, { kind: 'clean' }> | undefined>;
  state(): Promise<AntivirusState>;
}

export interface AntivirusOptions {
  address: ScannerAddress | undefined;
  unchecked: AntivirusState['unchecked'];
  timeoutMs: number;
  log: Log;
}

/** Concurrent connections. clamd has ten threads by default, and a slow file occupies one. */
const maxConnections = 6;
const maxWaiting = 32;
const stateTimeoutMs = 3000;

function scanResultOf(answer: string): ScanResult | undefined {
  if (/^stream: OK$/.test(answer)) return { kind: 'clean' };
  const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (virus !== undefined) return { kind: 'infected', virus: virus.slice(0, 200) };
  return /size limit exceeded/i.test(answer) ? { kind: 'unchecked', reason: 'too_large' } : undefined;
}

const refusals = { away: 'file_unchecked', too_large: 'file_over_scanner' } as const;

export function openAntivirus({ address, unchecked, timeoutMs, log }: AntivirusOptions): Antivirus {
  const lines = createSemaphore(maxConnections);
  async function scan(scanner: ScannerAddress, bytes: Uint8Array | string): Promise<ScanResult> {
    try {
      const source = typeof bytes === 'string' ? createReadStream(bytes, { highWaterMark: 64 * 1024 }) : bytes;
      const answer = await queryClamd({ address: scanner, command: 'INSTREAM', bytes: source, timeoutMs });
      const verdict = scanResultOf(answer);
      if (verdict?.kind === 'infected') log.warn({ virus: verdict.virus }, 'file with a virus refused');
      if (verdict) return verdict;
      log.error({ answer: answer.slice(0, 200) }, 'unknown response of the antivirus');
    } catch (error) {
      log.error({ err: error }, 'antivirus scan failed');
    }
    return { kind: 'unchecked', reason: 'away' };
  }
  const faultIn = async (bytes: Uint8Array | string) => {
    if (!address) return undefined;
    const verdict = await lines.run(() => scan(address, bytes));
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
      const version = await queryClamd({ address, command: 'VERSION', timeoutMs: Math.min(timeoutMs, stateTimeoutMs) }).catch(() => null);
      return { state: version === null ? 'away' : 'working', version, unchecked };
    },
  };
}
