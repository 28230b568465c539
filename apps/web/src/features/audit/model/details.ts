import type { AuditEntry } from '@headwater/contract/audit';
import { signInWays } from '@headwater/domain/companies/social-sign-in';
import type { TFunction } from '#lib/translate.ts';

type Texts = TFunction<'audit'>;

/** As people call it; what has no name here says it as the database does. */
function nameOf(t: Texts, field: string): string {
  const names = t.group('field');
  return (Object.hasOwn(names, field) ? names[field] : undefined) ?? field.replaceAll('_', ' ');
}

function shown(t: Texts, field: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  const word = String(value);
  const way = field === 'way' ? signInWays.find((one) => one === word) : undefined;
  if (way !== undefined) return t(`wayName.${way}`);
  const names = t.group(field === 'access_type' ? 'accessName' : 'roleName');
  return (['role', 'access_type'].includes(field) && Object.hasOwn(names, word) ? names[word] : undefined) ?? word;
}

/** What the packaged font has of arrows: another glyph would come from whatever the machine has. */
function changeOf(t: Texts, field: string, [before, after]: readonly [unknown, unknown]): string {
  const now = shown(t, field, after);
  return before === null || before === undefined ? now : `${shown(t, field, before)} › ${now}`;
}

/** What changed, with before and after where they are no texts. */
export const detailsOf = (t: Texts, { fields, values }: AuditEntry): string =>
  [...new Set([...fields, ...Object.keys(values)])]
    .map((field) => (values[field] && field !== 'removed' ? `${nameOf(t, field)}: ${changeOf(t, field, values[field])}` : nameOf(t, field)))
    .join(', ');
