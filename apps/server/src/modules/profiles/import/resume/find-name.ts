import { findCountry } from '@headwater/reference/countries';
import { findSkill } from '@headwater/reference/skills';
import { findUniversity } from '@headwater/reference/universities';
import { soundKey } from '@headwater/domain/names/sound-key';
import { firstNames, lastNames } from './known-names.ts';
import { hasLegalForm, isPlace, titleScore } from './line-scores.ts';
import { nameSegments } from './name-affixes.ts';
import { isNameWord, namePieces, withoutLabel } from './name-lines.ts';
import { headingOf, type SectionKind } from './sections.ts';
import { latinSurname, russianSurname } from './split-name.ts';

const patronymic = /(?:ович|евич|ич|овна|евна|ична|инична|оглы|кызы)$/i;
const notNames =
  /[\d@|/\\:;!?#%*=+<>_"]|https?|www\.|(?<!\p{L})(?:resume|curriculum|vitae|cv|резюме|page|street|avenue|phone|email|names?|address|телефон|город|university|university|inc|llc|ооо)(?!\p{L})/iu;

/** "Резюме Ивановой Анны Сергеевны": a heading may inflect the name. */
const inflected = /(?:[ое]вича|[ое]вны|ичны)$/iu;

/** Addresses omit the dots of ё. */
const letters = (text: string) =>
  soundKey(
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^\p{L}]/gu, ''),
  );

const ownersOf = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => [
      ...line.matchAll(
        /([\p{L}\d._%+'-]{3,64})@|(?:linkedin\.com\/in|github\.com|t\.me|xing\.com\/profile|indeed\.com\/(?:r|p)|vk\.com|behance\.net)\/([\w-]{3,64})/giu,
      ),
    ])
    .slice(0, 8)
    .map((match) => letters(match[1] ?? match[2] ?? ''));

const wordsInAddress = (words: readonly string[], owners: readonly string[]) =>
  Math.max(
    0,
    ...owners.map((owner) => words.filter((word) => word.length > 2 && letters(word).length > 1 && owner.includes(letters(word))).length),
  );

const schoolWords = /(?<!\p{L})(?:college|institute|school|academy|университет|институт|колледж|техникум|академия|школа)(?!\p{L})/iu;

/** `record`: a section on employers or schools. */
type Zone = 'head' | 'section' | 'record';

const zones: Partial<Record<SectionKind, Zone>> = {
  head: 'head',
  contacts: 'head',
  objective: 'head',
  experience: 'record',
  education: 'record',
};
const headLines = 12;

interface Line {
  text: string;
  /** Among all lines; `place` counts non-empty ones. */
  index: number;
  place: number;
  zone: Zone;
}

function linesOf(lines: readonly string[]): Line[] {
  let zone: Zone = 'head';
  const shown: Line[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const kind = headingOf(text)?.kind;
    if (kind) zone = zones[kind] ?? 'section';
    const place = shown.length;
    if (place >= mostLines) break;
    shown.push({
      text: text.replace(/(?<![\p{L}.])(\p{Lu})\.(?=\p{Lu}\p{L}{2})/gu, '$1. '),
      index,
      place,
      zone: zone === 'head' && place >= headLines && !kind ? 'section' : zone,
    });
  }
  return shown;
}

const isFirstName = (word: string) => firstNames().has(word.toLowerCase().replace(/\.$/, ''));
const isSmallWord = (word: string) => /^\p{L}[\p{L}'’.-]*$/u.test(word);

const mostLines = 120;
/** Below these lines, a name needs a known first name or an address of the person. */
const lastUnproved = 3;
const commonWords =
  /^(?:professional|profile|summary|development|management|solutions?|experience|skills|years?|business|marketing|sales|software|data|digital|project|product|team|work|services?|design|engineering|science|technology|information|public|private|personal|confidential|contact|details|page|date|dear|hello|the|and|of|для|работы|опыт|личные|данные)$/i;
const threshold = 2;

/** "K. Ono, Israel" */
const isPlaceAfterComma = (text: string) => {
  const [, after] = /,\s*([\p{L} ]{4,})$/u.exec(text) ?? [];
  return after !== undefined && findCountry(after) !== undefined;
};

/** 0: no name. */
function nameScore(text: string, { place, zone, owners }: Pick<Line, 'place' | 'zone'> & { owners: readonly string[] }): number {
  if (place > 0 && isPlaceAfterComma(text)) return 0;
  const bare = nameSegments(text).join(' ');
  const words = bare.split(/\s+/);
  const isShort = bare.length >= 3 && text.length <= 60 && words.length <= 5;
  if (!isShort || notNames.test(bare) || headingOf(text) || hasLegalForm(text)) return 0;
  const known = wordsInAddress(words, owners);
  // A lower-case name must be in the first line, or in the second and in an address.
  const isCapitalised = words.every(isNameWord);
  const isSmall =
    !isCapitalised && zone === 'head' && words.length > 1 && (place === 0 || (place === 1 && known > 1)) && words.every(isSmallWord);
  if ((!isCapitalised && !isSmall) || words.some((word) => inflected.test(word))) return 0;
  const hasFirstName = words.some(isFirstName);
  const hasPatronymic = words.some((word) => patronymic.test(word)) && /[а-яё]/i.test(text);
  // Employers, schools and their towns look like names: there only addresses of the person are
  // proof.
  if (zone === 'record' && known < Math.min(2, words.length)) return 0;
  const isLikely = words.length > 1 && words.length < 4 && [words[0], words.at(-1)].some((word) => isFirstName(word ?? ''));
  if (zone === 'section' && known === 0 && !hasPatronymic && !isLikely) return 0;
  if (words.length === 1) return hasFirstName && place < 3 && !isPlace(text) ? 5 - place : 0;
  const isProved = hasFirstName || hasPatronymic || known > 0;
  if (isSmall && !isProved) return 0;
  if (!isProved && (place > lastUnproved || words.length > 3 || words.some((word) => commonWords.test(word)))) return 0;
  let score = 2 + Math.max(0, 4 - place * 0.5);
  if (hasFirstName) score += 4;
  if (hasPatronymic) score += 4;
  if (titleScore(bare) > 0) score -= hasFirstName && words.length < 3 ? 3 : 6;
  if (schoolWords.test(bare) || findUniversity(bare)) score -= 10;
  if (findSkill(bare)) score -= 4;
  // A short text is an initial, even if it is also a country code.
  if (isPlace(text) || (words.slice(1).join(' ').length > 3 && findCountry(words.slice(1).join(' ')))) score -= 4;
  return score + Math.min(2, known) * 2.5;
}

/** A known last name, or the capitals of the first name: other words may be an occupation. */
const isSurname = (text: string, firstName: string): boolean =>
  lastNames().has(text.toLowerCase()) ||
  (!/\s/.test(text) &&
    ((text === text.toUpperCase() && firstName === firstName.toUpperCase() && !findSkill(text)) ||
      (isFirstName(firstName) && (russianSurname.test(text) || latinSurname.test(text)))));

/** The rest of a name that large type in a narrow column breaks. */
function restOfName(
  line: string,
  { name, owners, isHalf }: { name: string; owners: readonly string[]; isHalf?: boolean },
): string | undefined {
  const text = line.trim();
  const words = [...name.split(/\s+/), ...text.split(/\s+/)];
  if (
    text === '' ||
    words.length > 4 ||
    new Set(words.map(letters)).size < words.length ||
    notNames.test(text) ||
    !text.split(/\s+/).every(isNameWord)
  )
    return undefined;
  if (headingOf(text) || isPlace(text)) return undefined;
  if (isHalf && isSurname(text, name)) return text;
  if (titleScore(text) > 0) return undefined;
  // An address that begins with one half and continues with the other is no coincidence.
  const isWhole = wordsInAddress(words, owners) > Math.max(wordsInAddress(name.split(/\s+/), owners), wordsInAddress([text], owners));
  return isWhole ? text : undefined;
}

/** Addresses contain the whole name, although neither line looks like a name. */
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
  line: number;
  lastLine: number;
  others?: string[];
}

const parts = {
  first: /^(?:first|given)\s?names?(?:\(s\))?\s*[:\t]\s*(.+)$|^имя\s*[:\t]\s*(.+)$/iu,
  last: /^(?:last|family)\s?names?(?:\(s\))?\s*[:\t]\s*(.+)$|^surnames?(?:\(s\))?\s*[:\t]\s*(.+)$|^фамилия\s*[:\t]\s*(.+)$/iu,
  patronymic: /^(?:middle\s?name|patronymic|отчество)\s*[:\t]\s*(.+)$/iu,
};
const longestPart = 60;
const formLines = 40;

function labelledName(lines: readonly string[]): FoundName | undefined {
  const head = lines.slice(0, formLines).map((line) => (line.length > longestPart ? '' : line.trim()));
  const partOf = (pattern: RegExp) => {
    const line = head.findIndex((text) => pattern.test(text));
    const text = pattern
      .exec(head[line] ?? '')
      ?.slice(1)
      .find(Boolean);
    return text === undefined || notNames.test(text) ? undefined : { line, text };
  };
  const [first, last, patronymic] = [partOf(parts.first), partOf(parts.last), partOf(parts.patronymic)];
  if (!first || !last) return undefined;
  const at = [first, last, ...(patronymic ? [patronymic] : [])].map(({ line }) => line);
  const given = [first.text, patronymic?.text].filter(Boolean).join(' ');
  return { name: `${last.text}, ${given}`, line: Math.min(...at), lastLine: Math.max(...at) };
}

/** A head line may hold more than the name; elsewhere the name is a whole line or first cell. */
const piecesOf = ({ text, zone }: Line) =>
  zone === 'head' ? namePieces(text) : [{ text: withoutLabel((text.split('\t')[0] ?? '').trim()), others: [] }];

const patronymicAlone = /^\p{Lu}\p{L}+(?:ович|евич|ич|овна|евна|ична)$/iu;

/** Undefined if doubtful. */
export function findName(lines: readonly string[]): FoundName | undefined {
  const labelled = labelledName(lines);
  if (labelled) return labelled;
  const owners = ownersOf(lines);
  const scored = linesOf(lines).flatMap((line) =>
    piecesOf(line).map((piece, at) => ({ ...piece, line: line.index, score: nameScore(piece.text, { ...line, owners }) - at })),
  );
  const broken = nameOfTwoLines(lines, owners);
  if (broken) return broken;
  const [best] = scored.toSorted((left, right) => right.score - left.score || left.line - right.line);
  if (!best || best.score < threshold) return undefined;
  const { text: name, line, others } = best;
  if (others.length > 0) return { name, line, lastLine: line, others };
  const father = (lines[line + 1] ?? '').trim();
  if (patronymicAlone.test(father) && !patronymicAlone.test(name.split(' ').at(-1) ?? ''))
    return { name: `${name} ${father}`, line, lastLine: line + 1 };
  // One word in the first lines is half of a name. The other half is above or below.
  const isHalf = !/\s/.test(name);
  const next = isHalf && lines[line + 1]?.trim() === '' ? line + 2 : line + 1;
  const below = restOfName(lines[next]?.split('\t')[0] ?? '', { name, owners, isHalf });
  if (below !== undefined) return { name: `${name} ${below}`, line, lastLine: next };
  const above = restOfName(lines[line - 1] ?? '', { name, owners, isHalf });
  return above === undefined ? { name, line, lastLine: line } : { name: `${above} ${name}`, line: line - 1, lastLine: line };
}

const shared = /^(?:hr|jobs?|work|cv|resume|info|mail|office|team|contact|hello|recruit\w*|career|sales|support)$/i;

/** Requires a single address with a known first name: jane.quirk@example.com. */
export function nameInAddress(contacts: readonly { type: string; value: string }[]): string | undefined {
  const emails = contacts.filter(({ type }) => type === 'email');
  const [, first = '', second = ''] =
    emails.length === 1 ? (/^(\p{L}{2,30})[._-](\p{L}{2,30})\d{0,4}@/u.exec(emails[0]?.value ?? '') ?? []) : [];
  if (shared.test(first) || shared.test(second) || (!isFirstName(first) && !isFirstName(second))) return undefined;
  const words = isFirstName(first) ? [first, second] : [second, first];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' ');
}
