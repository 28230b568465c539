import { createDelays, type Delays } from '../delays.ts';

/**
 * Simulated faults. Mail:
 * - `drop_after_dot`: stores the message, disconnects before the response
 * - `drop_unkept`: disconnects at the same moment, loses the message
 * - `temporary`, `permanent`: 4xx or 5xx to the message; `recipient_refused`: 5xx to RCPT
 * - `smtp_mail`, `smtp_rcpt`, `smtp_data`: the reply `text`, such as `553 5.7.1 Sender address rejected`, to MAIL, to RCPT (optionally only for
 *   the address `to`) or to the message
 * - `imap_append`: rejects APPEND
 * - `imap_fetch`, `imap_drop`, `imap_missing`: a message that contains `text` fails the whole FETCH, closes the connection, or is omitted
 * - `slow`: responds after `milliseconds`
 * - `auth_fail`: rejects the sign-in
 * - `limit`: rate limit with a pause of `milliseconds`
 * - `mailbox_full`: the sender's own mailbox is full
 * - over HTTP only: `user_limit`, which Gmail answers with 403 and a date in the text; `error_after_keeping`, a 5xx after storing the message
 * Language model:
 * - `model_slow`: responds after `milliseconds`; `model_limit`: 429 with a pause of `milliseconds`
 * - `model_key`: 401; `model_refuse`: 400; `model_error`: 500; `model_cut`: an incomplete answer
 * Antivirus:
 * - `clamd_slow`: responds to a file that contains `text` after `milliseconds`; `clamd_error`: an error instead of a verdict; `clamd_cut`:
 *   disconnects
 * Push service:
 * - `push_gone`: 404; `push_limit`: 429 with a pause of `milliseconds`; `push_error`: 503; `push_refuse`: 400; `push_slow`: responds after
 *   `milliseconds`
 */
export const FAULTS = [
  'drop_after_dot',
  'drop_unkept',
  'temporary',
  'permanent',
  'recipient_refused',
  'smtp_mail',
  'smtp_rcpt',
  'smtp_data',
  'imap_append',
  'imap_fetch',
  'imap_drop',
  'imap_missing',
  'slow',
  'auth_fail',
  'limit',
  'mailbox_full',
  'user_limit',
  'error_after_keeping',
  'model_slow',
  'model_limit',
  'model_key',
  'model_refuse',
  'model_error',
  'model_cut',
  'clamd_slow',
  'clamd_error',
  'clamd_cut',
  'push_gone',
  'push_limit',
  'push_error',
  'push_refuse',
  'push_slow',
] as const;
export type FaultName = (typeof FAULTS)[number];
export type Fault = { fault: FaultName; times: number; milliseconds: number; text?: string; to?: string };

export type Faults = Pick<Delays, 'delay'> & {
  add(fault: Fault): void;
  clear(): void;
  list(): Fault[];
  take(...names: FaultName[]): Fault | null;
  takeFor(to: string, name: FaultName): Fault | null;
  takeIn(raw: Buffer, ...names: FaultName[]): Fault | null;
};

export function createFaults(): Faults {
  let due: Fault[] = [];
  const { delay, endAll } = createDelays();
  function spend(fits: (fault: Fault) => boolean): Fault | null {
    const found = due.find(fits);
    if (!found) return null;
    found.times -= 1;
    if (found.times <= 0) due = due.filter((fault) => fault !== found);
    return found;
  }
  return {
    add: (fault) => void due.push({ ...fault }),
    clear() {
      due = [];
      endAll();
    },
    delay,
    list: () => due.map((fault) => ({ ...fault })),
    take: (...names) => spend(({ fault }) => names.includes(fault)),
    takeIn: (raw, ...names) => spend(({ fault, text }) => names.includes(fault) && text !== undefined && raw.includes(text)),
    takeFor: (address, name) =>
      spend(({ fault, to }) => fault === name && (to === undefined || to.toLowerCase() === address.toLowerCase())),
  };
}
