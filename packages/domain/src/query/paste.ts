import type { QueryField } from './fields.ts';
import { excludedWords, plainSigns } from './signs.ts';
import { applied, cleanText, type QueryEntity } from './term.ts';

const quoted = /^["“”„‟«»‹›'‘’‚](.*)["“”„‟«»‹›'‘’‚]$/s;
const bullet = /^(?:[•·▪◦●‣⁃]|\*\s)\s*/;
const dashedLine = /^\s*-\s+\S/;

/** Dashes of a bulleted list exclude nothing. */
function isBulleted(text: string): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => dashedLine.test(line));
}

/** SRCH-053, SRCH-054 */
export function splitPasted(text: string, field: QueryField): QueryEntity[] {
  const seen = new Set<string>();
  const terms: QueryEntity[] = [];
  const hasBullets = isBulleted(plainSigns(text));
  for (const part of text.split(/[,;，；\t\r\n]+/)) {
    const unmarked = part.trim().replace(bullet, '');
    const excluded = excludedWords(unmarked);
    const isExcluded = excluded !== undefined && !hasBullets;
    const words = cleanText((excluded ?? unmarked).trim().replace(quoted, '$1'));
    const key = `${isExcluded}${words.toLowerCase()}`;
    if (words === '' || seen.has(key)) continue;
    seen.add(key);
    terms.push(applied({ field, text: words, is_excluded: isExcluded }));
  }
  return terms;
}

/** SUGG-006, SUGG-007 */
export const asksSuggestions = (text: string, isBoolean: boolean) =>
  cleanText(text) !== '' && (isBoolean || cleanText(text).split(' ').length <= 4);
