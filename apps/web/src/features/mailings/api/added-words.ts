import type { TFunction } from '#lib/translate.ts';

export interface Sums {
  skipped?: number;
  without_email?: number;
  suppressed?: number;
  opened_contacts?: number;
  contact_limit_reached?: boolean;
}

const counted = ['skipped', 'without_email', 'suppressed', 'opened_contacts'] as const;

export function addedWords(t: TFunction<'mailings'>, { name, added }: { name: string; added: number }, sums: Sums): string {
  const parts = counted.map((part) => {
    // Without new people, the first part of the sentence already says so.
    const count = added === 0 && part === 'skipped' ? 0 : (sums[part] ?? 0);
    return count > 0 && t(`add.count.${part}`, { count });
  });
  const first = added === 0 ? t('add.none') : t('add.added', { count: added, name });
  return [first, ...parts, sums.contact_limit_reached && t('add.limitReached')].filter(Boolean).join('. ');
}
