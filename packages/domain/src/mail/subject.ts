import { mailboxKey } from '../identity/email.ts';
import type { ParsedMail } from './message.ts';

const PREFIX =
  /^\s*(?:\[[^\]]{1,30}\]\s*)?(?:re|aw|antw|sv|vs|rv|res|rif|odp|ynt|bls|atb|на|отв|ответ|fwd?|wg|vb|tr|rvs?|enc|i|пересл|fw|回复|答复|转发|返信)\s*(?:\[\d+\]|\(\d+\)|\^\d+)?\s*[:：]\s*/iu;

const MAX_CHARACTERS = 998;

export function baseSubject(subject: string): string {
  let base = subject.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ').trim();
  for (let next = base.replace(PREFIX, ''); next !== base; next = base.replace(PREFIX, '')) base = next;
  return base.trim().toLowerCase();
}

export type SentMail = { messageId: string; to: string; subject: string };

/**
 * By ids, else the newest message to the address with that subject, as some gateways drop ids.
 * `sent`: newest first.
 */
export function findAnswered(mail: Pick<ParsedMail, 'from' | 'subject'>, about: string[], sent: SentMail[]): SentMail | null {
  for (const id of about) {
    const found = sent.find(({ messageId }) => messageId === id);
    if (found) return found;
  }
  const from = mailboxKey(mail.from?.address ?? '');
  const subject = baseSubject(mail.subject);
  if (from === '' || subject === '') return null;
  return sent.find((one) => mailboxKey(one.to) === from && baseSubject(one.subject) === subject) ?? null;
}
