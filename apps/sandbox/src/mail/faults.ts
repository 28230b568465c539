import { createDelays, type Delays } from '../delays.ts';

/**
 * What the servers do wrong on purpose, so that recovery can be tried. Of mail:
 * - `drop_after_dot`: the message is kept, the line falls before the answer
 * - `drop_unkept`: the line falls at the same moment, the message is lost
 * - `temporary`, `permanent`: 4xx or 5xx to the message; `recipient_refused`: 5xx to RCPT
 * - `smtp_mail`, `smtp_rcpt`, `smtp_data`: the reply `text`, such as `553 5.7.1 Sender address rejected`, to MAIL, to RCPT (of the address `to` alone,
 *   where it is given) or to the message
 * - `imap_append`: APPEND is refused
 * - `imap_fetch`, `imap_drop`, `imap_missing`: a message that has `text` in it is refused with the whole FETCH, ends the line, or is left out of the answer
 * - `slow`: the answer comes after `milliseconds`
 * - `auth_fail`: the sign-in is refused
 * - `limit`: too much for now; the sender is asked to wait `milliseconds`
 * - `mailbox_full`: the sender's own mailbox has no room left
 * - over HTTP only: `user_limit`, which Gmail answers with 403 and a moment in words; `error_after_keeping`, a 5xx though the message is kept
 * Of the language model:
 * - `model_slow`: the answer comes after `milliseconds`; `model_limit`: 429, to be asked again after `milliseconds`
 * - `model_key`: 401; `model_refuse`: 400; `model_error`: 500; `model_cut`: an answer that breaks off
 * Of the antivirus:
 * - `clamd_slow`: the answer to a file that has `text` in it comes after `milliseconds`; `clamd_error`: an error instead of a verdict; `clamd_cut`: the
 *   line falls
 * Of the push service:
 * - `push_gone`: 404; `push_limit`: 429, to be asked again after `milliseconds`; `push_error`: 503; `push_refuse`: 400; `push_slow`: the answer comes
 *   after `milliseconds`
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
  /** Removes all faults. Answers of mail servers that a fault delays are sent now. */
  clear(): void;
  list(): Fault[];
  /** Uses up one of the named faults, if any is due. */
  take(...names: FaultName[]): Fault | null;
  /** The same of a fault that concerns that address, or all of them. */
  takeFor(to: string, name: FaultName): Fault | null;
  /** The same of a fault that concerns messages with its text in them. */
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
