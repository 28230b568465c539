import type { Language } from '@headwater/contract/errors';

const russianZone = /\.(ru|su|рф|xn--p1ai)$/;

/** What the reader's interface shows right now, as the header X-Language says it. */
export const shownLanguage = (header: unknown): Language | undefined => (header === 'en' || header === 'ru' ? header : undefined);

/**
 * The language of somebody whose account sets none: what their interface shows right now (header X-Language),
 * else Russian on a host of the Russian zone, else English (I18N-003, I18N-004, I18N-007).
 */
export function preferredLanguage(host: string, shown?: unknown): Language {
  return shownLanguage(shown) ?? (russianZone.test(host) ? 'ru' : 'en');
}

/** The language of a stranger's browser: Russian where it is asked for before English, else English. */
export function readerLanguage(accepted: string | undefined): Language {
  const languages = (accepted ?? '').toLowerCase().split(',');
  const places = (['ru', 'en'] as const).map((language) => languages.findIndex((word) => word.trim().startsWith(language)));
  const [ru = -1, en = -1] = places;
  return ru >= 0 && (en < 0 || ru < en) ? 'ru' : 'en';
}
