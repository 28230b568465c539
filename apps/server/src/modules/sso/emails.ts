import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { domainRecordName, domainRecordValue, missingRecordDays } from '@headwater/domain/companies/sso';
import { dayMs } from '@headwater/domain/time/durations';
import { composeEmail } from '#modules/accounts/public.ts';
import type { SystemEmail } from '#platform/system-mail.ts';
import type { Domain } from './store/domains.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

const missingTexts = { subject: 'record_missing.subject', line: 'record_missing.line', tail: 'record_missing.tail' } as const;
const dueTexts = { subject: 'record_due.subject', line: 'record_due.line', tail: 'record_due.tail' } as const;

/** SSO-007. */
export function missingRecordEmail(
  { domain, challenge, is_assumed: isAssumed }: Domain,
  { to, language, now }: { to: string; language: Language; now: Date },
): SystemEmail {
  const until = new Date(now.getTime() + missingRecordDays * dayMs);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  const record = `${domainRecordName(domain)} TXT ${domainRecordValue(challenge)}`;
  const { subject, line, tail } = isAssumed ? dueTexts : missingTexts;
  const lines = [read(line, language, { domain }), record, read(tail, language, { date })];
  return composeEmail({ kind: 'sso_record_missing', to, subject: read(subject, language, { domain }) }, lines);
}

/** ADR 33. */
export function confirmationEmail({
  to,
  url,
  provider,
  language,
}: {
  to: string;
  url: string;
  provider: string;
  language: Language;
}): SystemEmail {
  const lines = [read('confirmation.line', language, { provider }), { url }, read('confirmation.tail', language)];
  return composeEmail({ kind: 'sso_confirmation', to, subject: read('confirmation.subject', language) }, lines);
}
