import type { Language } from '@headwater/contract/errors';

const russianZone = /\.(ru|su|рф|xn--p1ai)$/;

export const shownLanguage = (header: unknown): Language | undefined => (header === 'en' || header === 'ru' ? header : undefined);

/**
 * The language of the interface, else Russian on Russian hosts, else English (I18N-003, I18N-004,
 * I18N-007).
 */
export function preferredLanguage(host: string, shown?: unknown): Language {
  return shownLanguage(shown) ?? (russianZone.test(host) ? 'ru' : 'en');
}

export function readerLanguage(accepted: string | undefined): Language {
  const languages = (accepted ?? '').toLowerCase().split(',');
  const places = (['ru', 'en'] as const).map((language) => languages.findIndex((word) => word.trim().startsWith(language)));
  const [ru = -1, en = -1] = places;
  return ru >= 0 && (en < 0 || ru < en) ? 'ru' : 'en';
}
