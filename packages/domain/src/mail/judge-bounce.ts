import { RULES } from './bounce-patterns.ts';
import type { BounceReason } from './incoming-verdict.ts';

const HARD = new Set<BounceReason>(['no_such_address', 'no_such_domain', 'moved', 'domain_takes_no_mail']);

/** RFC 3463 codes for answers with unclear words. */
const BY_STATUS: [RegExp, BounceReason][] = [
  [/^[45]\.2\.2$/, 'mailbox_full'],
  [/^[45]\.2\.1$/, 'mailbox_disabled'],
  [/^5\.1\.(?:2|10)$/, 'no_such_domain'],
  [/^5\.4\.4$/, 'no_such_domain'],
  [/^5\.1\.[013]$/, 'no_such_address'],
  [/^[45]\.1\.[78]$/, 'sender_refused'],
  [/^[45]\.4\.7$/, 'expired'],
  [/^[45]\.4\.\d+$/, 'network'],
  [/^[45]\.3\.4$/, 'too_big'],
  [/^[45]\.7\.\d+$/, 'policy'],
  [/^[45]\.[356]\.\d+$/, 'server'],
];

const MAX_CHARACTERS = 4_000;

export function flattenDiagnostic(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\b[45]\d\d)-([45]\.\d{1,3}\.\d{1,3} )?/g, '$1 $2')
    .trim()
    .slice(0, MAX_CHARACTERS);
}

export function statusIn(text: string): string | null {
  const codes = text.match(/(?<![\d.])[245]\.[0-7]\.\d{1,3}(?![\d.])/g) ?? [];
  return codes.find((code) => !code.endsWith('.0.0')) ?? codes[0] ?? null;
}

/** `status` class 4: the server would have retried. */
export function judgeBounce(diagnostic: string, status: string | null): { reason: BounceReason; permanence: 'hard' | 'soft' } {
  const said = flattenDiagnostic(diagnostic);
  const rule = RULES.find(({ when }) => when.some((words) => words.test(said)));
  const reason = rule?.reason ?? BY_STATUS.find(([code]) => code.test(status ?? ''))?.[1] ?? 'unclear';
  // A mailbox that its own server does not know stays unknown, even with a temporary code.
  const isTransient = status !== null && status.startsWith('4') && reason !== 'no_such_address' && reason !== 'moved';
  return { reason, permanence: HARD.has(reason) && !isTransient ? 'hard' : 'soft' };
}
