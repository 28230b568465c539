import type { Language } from '@headwater/contract/errors';

const russianZone = /\.(ru|su|рф|xn--p1ai)$/;

/**
 * The language of somebody whose account sets none: what their interface shows right now (header X-Language),
 * else Russian on a host of the Russian zone, else English (I18N-003, I18N-004, I18N-007).
 */
export function preferredLanguage(host: string, shown?: unknown): Language {
  if (shown === 'en' || shown === 'ru') return shown;
  return russianZone.test(host) ? 'ru' : 'en';
}

/** The language of a stranger's browser: Russian where it is asked for before English, else English. */
export function readerLanguage(accepted: string | undefined): Language {
  const wanted = (accepted ?? '').toLowerCase().split(',');
  const places = (['ru', 'en'] as const).map((language) => wanted.findIndex((word) => word.trim().startsWith(language)));
  const [ru = -1, en = -1] = places;
  return ru >= 0 && (en < 0 || ru < en) ? 'ru' : 'en';
}
