import type { TFunction } from '#lib/translate.ts';

/** What adding people came to, as the server counts it; nothing of what was not counted. */
export interface Sums {
  skipped?: number;
  without_email?: number;
  suppressed?: number;
  opened_contacts?: number;
  contact_limit_reached?: boolean;
}

const counted = ['skipped', 'without_email', 'suppressed', 'opened_contacts'] as const;

/** What is said once people were added: how many, what of them needs attention, and whether the limit ended the opening of contacts. */
export function addedWords(t: TFunction<'mailings'>, { name, added }: { name: string; added: number }, sums: Sums): string {
  const parts = counted.map((part) => {
    // Where nobody was new, that says it already.
    const count = added === 0 && part === 'skipped' ? 0 : (sums[part] ?? 0);
    return count > 0 && t(`add.count.${part}`, { count });
  });
  const first = added === 0 ? t('add.none') : t('add.added', { count: added, name });
  return [first, ...parts, sums.contact_limit_reached && t('add.limitReached')].filter(Boolean).join('. ');
}
