import { createRequire } from 'node:module';
import { createDelays, type Delays } from '../delays.ts';
import type { Fate } from './wire/requests.ts';

/**
 * Simulated faults of an API method:
 * - `error`: the call fails with it, such as `FLOOD_WAIT_30` or `PEER_FLOOD`
 * - `fate`: the connection closes before the response; with `cut` the response follows on a reconnect, with `lost` never, with `unheard` the call is not processed
 * - `milliseconds`: the response is delayed, at most until the faults are cleared
 */
export type Fault = {
  method: string;
  /** Digits of the account's phone; null: any. */
  phone: string | null;
  times: number;
  error: string | null;
  fate: Fate | 'unheard';
  milliseconds: number;
};

export type Faults = Pick<Delays, 'delay'> & {
  add(fault: Fault): void;
  clear(): void;
  list(): Fault[];
  take(method: string, phone: string | null): Fault | null;
};

export function createFaults(): Faults {
  let due: Fault[] = [];
  const { delay, endAll } = createDelays();
  return {
    add: (fault) => void due.push({ ...fault }),
    clear() {
      due = [];
      endAll();
    },
    delay,
    list: () => due.map((fault) => ({ ...fault })),
    take(method, phone) {
      const found = due.find(
        (fault) => (fault.method === method || fault.method === '*') && (fault.phone === null || fault.phone === phone),
      );
      if (!found) return null;
      found.times -= 1;
      if (found.times <= 0) due = due.filter((fault) => fault !== found);
      return { ...found };
    },
  };
}

/** Errors that Telegram uses without listing them. */
const OTHERS = new Map([
  ['PRIVACY_PREMIUM_REQUIRED', 406],
  ['INTERNAL', 500],
  ['FROZEN_METHOD_INVALID', 420],
  ['ALLOW_PAYMENT_REQUIRED_%d', 403],
]);

let codes: Map<string, number> | undefined;

export function codeOfError(name: string): number {
  if (!codes) {
    const { errors } = createRequire(import.meta.url)('@mtcute/core/tl/raw-errors.json') as { errors: Record<string, { code: number }> };
    codes = new Map(Object.entries(errors).map(([known, { code }]) => [known, code]));
  }
  const pattern = name.replace(/\d+/, '%d');
  return OTHERS.get(pattern) ?? codes.get(name) ?? codes.get(pattern) ?? 400;
}
