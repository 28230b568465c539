import { currentLanguage } from './i18n.ts';

function named(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** ISO 639-1. */
export const languageName = (code: string): string => named('language', code);
export const regionName = (code: string): string => named('region', code);
