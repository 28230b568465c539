import { currentLanguage } from './i18n.ts';

/** A code by its name in the reader's language; one that is none stands for itself. */
function named(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** ISO 639-1. */
export const languageName = (code: string): string => named('language', code);
/** ISO 3166-1 alpha-2. */
export const regionName = (code: string): string => named('region', code);
