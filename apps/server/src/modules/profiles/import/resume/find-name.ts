import { loadFirstNames } from '@headwater/reference/names';
import { findCountry } from '@headwater/reference/countries';
import { isPlace, titleScore } from './line-scores.ts';
import { headingOf } from './sections.ts';
import { findUniversity } from '@headwater/reference/universities';
import { soundKey } from '@headwater/domain/names/sound-key';

const patronymic = /(?:ович|евич|ич|овна|евна|ична|инична|оглы|кызы)$/i;
const notNames =
  /[\d@|/\\:;!?#%*=+<>_"]|https?|www\.|(?<!\p{L})(?:resume|curriculum|vitae|cv|резюме|page|street|avenue|phone|email|телефон|город|university|university|inc|llc|ооо)(?!\p{L})/iu;

const names: { first?: Set<string> } = {};
function firstNames(): Set<string> {
  names.first ??= new Set(loadFirstNames().flatMap((name) => [name.name.toLowerCase(), ...(name.latin ? [name.latin.toLowerCase()] : [])]));
  return names.first;
}

/** Nobody writes the dots of ё in an address. */
const letters = (text: string) =>
  soundKey(
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^\p{L}]/gu, ''),
  );

/** What addresses say their owner is called, as it sounds. */
const ownersOf = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => [...line.matchAll(/([\p{L}\d._%+'-]{3,64})@|(?:linkedin\.com\/in|github\.com|t\.me)\/([\w-]{3,64})/giu)])
    .slice(0, 8)
    .map((match) => letters(match[1] ?? match[2] ?? ''));

/** How many words of a name stand in one address of the page. */
const wordsInAddress = (words: readonly string[], owners: readonly string[]) =>
  Math.max(
    0,
    ...owners.map((owner) => words.filter((word) => word.length > 2 && letters(word).length > 1 && owner.includes(letters(word))).length),
  );

const schoolWords = /(?<!\p{L})(?:college|institute|school|academy|университет|институт|колледж|техникум|академия|школа)(?!\p{L})/iu;

const isNameWord = (word: string) => /^(?:\p{Lu}[\p{L}'’.-]*|van|von|de|da|del|der|di|la|le|bin|al|el|оглы|кызы)$/u.test(word);

/** How much a line looks like a person's name; 0 is no name. */
function nameScore(line: string, { index, owners }: { index: number; owners: readonly string[] }): number {
  const text = line.trim().replace(/,?\s+(?:PhD|MBA|MD|PMP|CPA|Jr\.?|Sr\.?)$/i, '');
  const words = text.split(/\s+/);
  if (text.length < 3 || text.length > 50 || words.length > 4 || notNames.test(text) || headingOf(text) || !words.every(isNameWord))
    return 0;
  const hasFirstName = words.some((word) => firstNames().has(word.toLowerCase().replace(/\.$/, '')));
  if (words.length === 1) return hasFirstName && index < 3 ? 5 - index : 0;
  let score = 2 + Math.max(0, 4 - index * 0.5);
  if (hasFirstName) score += 4;
  if (words.some((word) => patronymic.test(word)) && /[а-яё]/i.test(text)) score += 4;
  if (titleScore(text) > 0) score -= hasFirstName && words.length < 3 ? 3 : 6;
  if (schoolWords.test(text) || findUniversity(text)) score -= 6;
  score += Math.min(2, wordsInAddress(words, owners)) * 2.5;
  if (isPlace(text) || findCountry(words.slice(1).join(' '))) score -= 4;
  return score;
}

/** A line of the name alone, as large letters in a narrow column break it. */
function restOfName(line: string, { name, owners }: { name: string; owners: readonly string[] }): string | undefined {
  const text = line.trim();
  const words = [...name.split(/\s+/), ...text.split(/\s+/)];
  if (text === '' || words.length > 4 || notNames.test(text) || !text.split(/\s+/).every(isNameWord)) return undefined;
  if (headingOf(text) || titleScore(text) > 0 || isPlace(text)) return undefined;
  // What addresses call the person is no chance where it begins with one half and goes on with the other.
  const isWhole = wordsInAddress(words, owners) > Math.max(wordsInAddress(name.split(/\s+/), owners), wordsInAddress([text], owners));
  return isWhole ? text : undefined;
}

/** A name in large letters over two lines, which the page's addresses hold as a whole, though neither line looks like a name by itself. */
function nameOfTwoLines(lines: readonly string[], owners: readonly string[]): FoundName | undefined {
  const first = lines.findIndex((line) => line.trim() !== '');
  for (let line = first; line >= 0 && line < first + 3; line += 1) {
    const [upper = '', lower = ''] = [lines[line]?.trim(), lines[line + 1]?.trim()];
    if (/\s/.test(upper) || !isNameWord(upper) || headingOf(upper) || titleScore(upper) > 0) continue;
    const rest = restOfName(lower, { name: upper, owners });
    if (rest !== undefined && wordsInAddress([upper], owners) > 0) return { name: `${upper} ${rest}`, line, lastLine: line + 1 };
  }
  return undefined;
}

export interface FoundName {
  name: string;
  /** The first and the last of its lines. */
  line: number;
  lastLine: number;
}

/**
 * The person's name: the likeliest line among the first ones of the page and of its columns. A line may hold more behind a tab.
 * `candidates` are lines that stand out, such as the largest words of a page.
 */
export function findName(lines: readonly string[], candidates: readonly string[] = []): FoundName | undefined {
  const shown = lines
    .map((line, index) => ({
      text: line.split('\t')[0]?.replace(/^(?:(?:full )?name|ф\.?и\.?о\.?|имя|фамилия,? имя,? отчество)\s*:\s*/i, '') ?? '',
      index,
    }))
    .filter(({ text }) => text.trim() !== '');
  const owners = ownersOf(lines);
  const scored = shown.slice(0, 120).map(({ text, index }, place) => {
    const outstanding = candidates.includes(text.trim()) ? 6 : 0;
    const score = nameScore(text, { index: place, owners });
    return { name: text.trim(), line: index, score: score > 0 ? score + outstanding : 0 };
  });
  const [best] = scored.toSorted((left, right) => right.score - left.score || left.line - right.line);
  const broken = nameOfTwoLines(lines, owners);
  if (broken) return broken;
  if (!best || best.score < 2) return undefined;
  const { name, line } = best;
  const below = restOfName(lines[line + 1] ?? '', { name, owners });
  if (below !== undefined) return { name: `${name} ${below}`, line, lastLine: line + 1 };
  const above = restOfName(lines[line - 1] ?? '', { name, owners });
  return above === undefined ? { name, line, lastLine: line } : { name: `${above} ${name}`, line: line - 1, lastLine: line };
}
