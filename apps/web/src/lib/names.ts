import { currentLanguage } from './i18n.ts';

/** Localised name of a code; an unknown code stays as it is. */
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
