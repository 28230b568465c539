import { createRequire } from 'node:module';
import { createDelays, type Delays } from '../delays.ts';
import type { Fate } from './wire/requests.ts';

/**
 * What goes wrong on purpose with calls of a method:
 * - `error`: the call is answered so, such as `FLOOD_WAIT_30` or `PEER_FLOOD`, and not done
 * - `fate`: the call is done, but the line falls before the answer; with `cut` a client that comes back in its session gets the answer, with `lost` nobody
 * - `milliseconds`: the answer comes later, at the latest when the faults are cleared
 */
export type Fault = {
  method: string;
  /** Digits of the account's phone; null: of any. */
  phone: string | null;
  times: number;
  error: string | null;
  fate: Fate | 'unheard';
  milliseconds: number;
};

export type Faults = Pick<Delays, 'delay'> & {
  add(fault: Fault): void;
  /** Removes all faults. Answers that a fault delays are sent now. */
  clear(): void;
  list(): Fault[];
  /** Uses up one that is due. */
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

/** Errors that are in use and in no list. */
const OTHERS = new Map([
  ['PRIVACY_PREMIUM_REQUIRED', 406],
  ['INTERNAL', 500],
  ['FROZEN_METHOD_INVALID', 420],
  ['ALLOW_PAYMENT_REQUIRED_%d', 403],
]);

let codes: Map<string, number> | undefined;

/** The number that Telegram answers together with the name of an error. */
export function codeOfError(name: string): number {
  if (!codes) {
    const { errors } = createRequire(import.meta.url)('@mtcute/core/tl/raw-errors.json') as { errors: Record<string, { code: number }> };
    codes = new Map(Object.entries(errors).map(([known, { code }]) => [known, code]));
  }
  const pattern = name.replace(/\d+/, '%d');
  return OTHERS.get(pattern) ?? codes.get(name) ?? codes.get(pattern) ?? 400;
}
