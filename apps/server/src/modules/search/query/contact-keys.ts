import { readEmail } from '@headwater/domain/identity/email';
import { telegramKey } from '@headwater/domain/identity/telegram';
import type { TermData } from '@headwater/domain/query/term';
import type { ContactKey } from '#modules/profiles/public/contacts.ts';
import { phoneDigits } from '#modules/profiles/public/indexing.ts';
import { handleKey } from '../documents/profile-handles.ts';

interface ContactsMeant {
  keys: string[];
  /** To compare with closed contacts. Excludes plain words, which may be names. */
  guesses: ContactKey[];
}

const numberOnly = /^\+?[\d\s().-]{7,30}$/;
const account = /^@|[/:]/;

/** SRCH-050. */
export function contactsMeant(text: string): ContactsMeant {
  const value = text.trim();
  const guesses: ContactKey[] = [];
  const email = readEmail(value);
  if (email) guesses.push({ type: 'email', normalized: email.key });
  const digits = numberOnly.test(value) ? phoneDigits(value) : '';
  if (digits !== '') guesses.push({ type: 'phone', normalized: digits }, { type: 'telegram', normalized: `+${digits}` });
  const telegram = telegramKey(value);
  if (telegram !== undefined && account.test(value)) guesses.push({ type: 'telegram', normalized: telegram });
  const keys = [value.toLowerCase(), handleKey(value), telegram ?? '', ...guesses.map(({ normalized }) => normalized)];
  return { keys: [...new Set(keys)].filter((key) => key.length > 2), guesses };
}

export const guessesOf = (terms: readonly TermData[]): ContactKey[] =>
  terms.flatMap((term) => (term.field === 'name' ? contactsMeant(term.text).guesses : []));
