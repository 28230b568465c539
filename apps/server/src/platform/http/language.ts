import type { Language } from '@headwater/contract/errors';

const russianZone = /\.(ru|su|рф|xn--p1ai)$/;

/** The language of somebody who has set none: Russian on a host of the Russian zone, else English (I18N-003, I18N-004, I18N-007). */
export const preferredLanguage = (host: string): Language => (russianZone.test(host) ? 'ru' : 'en');
