import { invisibleCharacters } from '../text/invisible.ts';

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const fullWidth = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/g;

/** Positions do not change. */
export const plainSigns = (text: string): string =>
  text.replace(dashes, '-').replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

const typedMinus = new RegExp(`^[\\s${invisibleCharacters}]*-(?<words>.*)$`, 'su');

export function excludedWords(text: string): string | undefined {
  const words = typedMinus.exec(plainSigns(text))?.groups?.['words'];
  return words === undefined ? undefined : text.slice(text.length - words.length);
}
