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
