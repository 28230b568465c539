import { findSkill } from '@headwater/reference/skills';
import { firstNames } from './known-names.ts';
import { isPlace, titleScore } from './line-scores.ts';

/**
 * The grammar of a line with a name:
 *
 *     line    = [document] [label] name {separator other}      "Curriculum Vitae of Jane Quirk", "Name: Jane Quirk", "Jane Quirk | Analyst | London"
 *             | other separator name                           "Data Analyst | Jane Quirk"
 *     name    = words | surname "," given                      "Jane Quirk", "Quirk, Jane"
 *     other   = a title, a place, a contact, a remark in brackets
 */
const longest = 160;

const documents =
  '(?:curriculum\\s+vit(?:ae|æ)|c\\.?v\\.?|r[eé]sum[eé]|bio-?data|personalbogen|lebenslauf|curr[ií]culum(?:\\s+vitae)?|hoja\\s+de\\s+vida|życiorys|резюме|анкета(?:\\s+кандидата|\\s+соискателя)?)';
const documentBefore = new RegExp(
  `^(?:(?:my|professional|personal|europass|updated)\\s+)?${documents}(?![\\p{L}\\p{N}])\\s*(?:(?:of|for|by|von|de|del|du|di|соискателя|кандидата)(?!\\p{L}))?[\\s:–—|,-]*`,
  'iu',
);
const documentBehind = new RegExp(`(?:['’]s)?[\\s–—|,:(-]+${documents}\\)?$`, 'iu');
const label =
  /^(?:(?:first\s?name|surname|family\s?name|given\s?name)(?:\(s\))?\s*\/\s*(?:first\s?name|surname|family\s?name|given\s?name)(?:\(s\))?\s*[:\t\s]\s*|(?:(?:(?:full|candidate(?:'s)?|applicant(?:'s)?|my|legal)\s+)?names?|name(?:\s+(?:and|&)\s+surname)|candidate|applicant|vor-?\s?und\s+nachname|nombre(?:\s+completo|\s+y\s+apellidos)?|nom(?:\s+et\s+pr[ée]nom)?|imię\s+i\s+nazwisko|ф\.?\s?и\.?\s?о\.?|имя(?:\s+и\s+фамилия)?|фамилия(?:,?\s+имя(?:,?\s+отчество)?|\s+и\s+имя)?|кандидат|соискатель)\s*[:：–—-]\s*)/iu;
const separators = /\t|\s*[|•·∙]\s*|\s+[–—/-]\s+|\s{2,}/u;
/** A contact ends the name before it in the same piece. */
const contact = /\s*(?:[\p{L}\d._%+'-]{1,64}@|https?:|www\.|(?:\+|\(\+?)?\d[\d\s().-]{5,}|\().*$/u;

const nickname = /\s\([\p{L}'’. -]{1,40}\)\s(?=\p{Lu})/gu;

export const isNameWord = (word: string) => /^(?:\p{Lu}[\p{L}'’.-]*|van|von|de|da|del|der|di|la|le|bin|al|el|оглы|кызы)$/u.test(word);
const isFirstName = (word: string) => firstNames().has(word.toLowerCase());

/** The name in "Jane Quirk Senior Data Analyst": starts with a first name, and a title follows. */
function withoutTitle(text: string): string {
  const words = text.split(/\s+/);
  if (words.length < 4 || !isFirstName(words[0] ?? '')) return text;
  const count = [2, 3].find(
    (length) => titleScore(words.slice(length).join(' ')) >= 2 && titleScore(words.slice(0, length).join(' ')) === 0,
  );
  return count === undefined ? text : words.slice(0, count).join(' ');
}

/** "Sofia, Bulgaria", but not "Иванов, Иван", although there are towns with that name. */
const isPlaceOfParts = (text: string) => text.includes(',') && isPlace(text) && !isFirstName(/,\s*(\p{L}+)/u.exec(text)?.[1] ?? '');

const isOther = (text: string) => /\d/.test(text) || titleScore(text) > 0 || isPlace(text) || findSkill(text) !== undefined;

/** Keeps "Quirk, Jane"; reduces "Jane Quirk, London" and "Jane Quirk, Data Analyst" to the name. */
function beforeComma(text: string): string {
  const [first = '', second = '', ...more] = text.split(/\s*,\s*/);
  if (second === '') return text;
  const isSurnameFirst =
    more.length < 3 && first.split(/\s+/).length <= 2 && second.split(/\s+/).length <= 3 && second.split(/\s+/).every(isNameWord);
  const isGiven = isSurnameFirst && !isPlaceOfParts(text) && !isOther(second) && findSkill(first) === undefined;
  return isGiven ? `${first}, ${second}` : first;
}

export const withoutLabel = (text: string): string => text.replace(label, '');

export interface NamePiece {
  text: string;
  others: string[];
}

export function namePieces(line: string): NamePiece[] {
  if (line.length > longest) return [];
  const bare = withoutLabel(line.trim().replace(documentBefore, '').replace(documentBehind, ''));
  const pieces = bare
    .replace(nickname, ' ')
    .split(separators)
    .filter((piece) => piece.trim() !== '' && !isPlaceOfParts(piece));
  return pieces.map((piece, index) => {
    const text = beforeComma(withoutTitle(piece.replace(contact, '').trim()));
    const rest = piece.startsWith(text) ? piece.slice(text.length).replace(/^[\s,:(]+|\)\s*$/g, '') : '';
    return { text, others: [rest, ...pieces.filter((_, other) => other !== index)].filter((other) => other !== '') };
  });
}
