import type { AuditEntry } from '@headwater/contract/audit';
import { signInWays } from '@headwater/domain/companies/social-sign-in';
import { reviewDecisions } from '@headwater/domain/vacancies/shortlists';
import type { TFunction } from '#lib/translate.ts';

type Texts = TFunction<'audit'>;

/** Falls back to the database name for a field without a text. */
function nameOf(t: Texts, field: string): string {
  const names = t.group('field');
  return (Object.hasOwn(names, field) ? names[field] : undefined) ?? field.replaceAll('_', ' ');
}

function namesOf(t: Texts, field: string): Readonly<Record<string, string>> {
  if (field === 'role') return t.group('roleName');
  return field === 'access_type' ? t.group('accessName') : {};
}

function shown(t: Texts, field: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  const word = String(value);
  const way = field === 'way' ? signInWays.find((one) => one === word) : undefined;
  if (way !== undefined) return t(`wayName.${way}`);
  const decision = field === 'decision' ? reviewDecisions.find((one) => one === word) : undefined;
  if (decision !== undefined) return t(`decisionName.${decision}`);
  const names = namesOf(t, field);
  return (Object.hasOwn(names, word) ? names[word] : undefined) ?? word;
}

/** Uses `›` because the packaged font has no arrows. */
function changeOf(t: Texts, field: string, [before, after]: readonly [unknown, unknown]): string {
  const now = shown(t, field, after);
  return before === null || before === undefined ? now : `${shown(t, field, before)} › ${now}`;
}

export const detailsOf = (t: Texts, { fields, values }: AuditEntry): string =>
  [...new Set([...fields, ...Object.keys(values)])]
    .map((field) => (values[field] && field !== 'removed' ? `${nameOf(t, field)}: ${changeOf(t, field, values[field])}` : nameOf(t, field)))
    .join(', ');
