import { type DateRange, findAloneMoment, findRange, findUnreadRange, type UnreadRange } from './dates.ts';
import { labelOf, textOfPeriod } from './field-labels.ts';
import { companyScore, titleScore } from './line-scores.ts';

const bullet = /^[•●▪◦‣*·∙○■–—-]\s*/;
export const duration =
  /\(?\b\d+\s*(?:years?|yrs?|months?|mos?|лет|года?|мес\p{L}*)(?!\p{L})\.?(?:\s*,?\s*(?:and\s*)?\d+\s*(?:months?|mos?|мес\p{L}*)(?!\p{L})\.?)?\)?/giu;

const bulletAlone = /^[•●▪◦‣∙∗*·○■]$/;

export const isBullet = (line: string): boolean => bullet.test(line);
export const withoutBullet = (line: string): string => line.replace(bullet, '');

/** A full stop that belongs to a word: the name continues or ends with it. */
const abbreviation = /(?:^|[\s,(«"])(?:inc|ltd|co|corp|llc|plc|gmbh|jr|sr|им|г|\p{L}\.\p{L}|\p{Lu})\.$/iu;
export const endsSentence = (line: string): boolean => /[.;:]$/.test(line) && !abbreviation.test(line);

const sentenceEnd = /(\S+)[.;]\s+(?=["«(]?\p{Lu})/gu;
const fewestWords = 2;

/** "Engineer, Acme Ltd., Berlin. Built things.": undefined without sentences after the heading. */
function sentencesFrom(text: string): number | undefined {
  for (const found of text.matchAll(sentenceEnd)) {
    const end = found.index + found[0].length;
    if (/\p{L}/u.test(found[1] ?? '') && !abbreviation.test(` ${found[1] ?? ''}.`) && text.slice(end).split(/\s+/).length >= fewestWords)
      return end;
  }
  return undefined;
}

/** Removes empty lines from a text that has one after almost every line: they separate nothing. So do bullets alone in a line. */
export function closeUp(source: readonly string[]): readonly string[] {
  const lines = source.filter((line) => !bulletAlone.test(line));
  const full = lines.flatMap((line, index) => (line === '' || bullet.test(line) ? [] : [index]));
  const spaced = full.filter((index) => (lines[index + 1] ?? '') === '').length;
  return full.length > 3 && spaced > full.length * 0.8 ? lines.filter((line) => line !== '') : lines;
}

const mostBroken = 3;

/** "Acme, Utah — Business Development" and "Representative" above the dates: a narrow column broke the title. */
export function joinBrokenTitles(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [line = '', next = '', below = ''] = lines.slice(index, index + 3);
    const [, title] = /\s[—–]\s?(\p{Lu}[^—–]*)$/u.exec(line) ?? [];
    const isBroken =
      title !== undefined &&
      next !== '' &&
      next.split(/\s+/).length <= mostBroken &&
      isHeaderLine(next) &&
      !findRange(line) &&
      !findRange(next) &&
      findRange(below) !== undefined &&
      titleScore(`${title} ${next}`) > 0;
    joined.push(isBroken ? `${line} ${next}` : line);
    if (isBroken) index += 1;
  }
  return joined;
}

const longestLine = 1000;

export const splitRunOn = (lines: readonly string[]): string[] =>
  lines.flatMap((source) => {
    const range = source.length < longestLine ? findRange(source) : undefined;
    let at = range ? source.indexOf(range.text) + range.text.length : -1;
    // Dates first, otherwise the heading would end in them.
    if (!range || at > range.text.length + 3) return [source];
    // A bullet before dates marks a job, not an item in its text.
    const line = source.length > at + 5 ? withoutBullet(source) : source;
    at -= source.length - line.length;
    const from = sentencesFrom(line.slice(at));
    return from === undefined
      ? [line]
      : [
          line
            .slice(0, at + from)
            .trim()
            .replace(/[.;]$/, ''),
          line.slice(at + from),
        ];
  });

/** Past-tense verbs at the start describe an achievement, not a title. */
const achievement =
  /^(?:\p{Lu}?\p{Ll}+ed|built|led|ran|made|wrote|grew|cut|brought|took|drove|won|set|oversaw|taught|sold|gave|\p{L}+(?:л|ла|ли|лся|лась))\s+\p{Ll}/iu;
export const isAchievement = (line: string) => achievement.test(line) && line.split(/\s+/).length >= 4 && /^\p{L}+\s+\p{Ll}/u.test(line);

function isProse(line: string): boolean {
  const words = line.split(/\s+/);
  if (words.length < 6 || line.includes('\t')) return false;
  if (/^(?:I|We|My|Our|Я|Мы)\s/u.test(line)) return true;
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length / words.length;
  return small > 0.7 && titleScore(line) === 0 && companyScore(line) < 1.5;
}

const detail =
  /^(?:environment|technolog(?:y|ies)|tech stack|tools?(?: used)?|clients?|duration|team size|description|projects?(?: (?:title|name|description|details|\d{1,2}))?|responsibilities|roles? (?:and|&) responsibilities|domain|platforms?|databases?|os|operating systems?|skills?|achievements?|проекты?|задачи|обязанности|стек|технологии|инструменты|команда|достижения|описание)\s*(?::|$|-\s|\d)/iu;

/** Sentences, wrapped text and details do not belong to a job heading. */
export const isHeaderLine = (line: string): boolean =>
  line !== '' &&
  line.length <= 130 &&
  !endsSentence(line) &&
  !detail.test(withoutBullet(line)) &&
  /^["'«(]?[\p{Lu}\p{N}]/u.test(withoutBullet(line)) &&
  !isAchievement(withoutBullet(line)) &&
  !isProse(line);

export interface Anchor {
  line: number;
  range: DateRange | UnreadRange;
}

/** A job of one summer or year: the moment has its own cell beside the heading. */
function momentBeside(cells: readonly string[], line: number): Anchor[] {
  const last = cells.length > 1 && !isBullet(cells[0] ?? '') ? findAloneMoment(cells.at(-1) ?? '') : undefined;
  return last ? [{ line, range: last }] : [];
}

function unreadBeside(cells: readonly string[], line: number): Anchor[] {
  for (const cell of cells) {
    const inBrackets = /\(([^()]{4,60})\)$/.exec(cell.trim());
    const range = findUnreadRange(cell) ?? (inBrackets ? findUnreadRange(inBrackets[1] ?? '') : undefined);
    // "2019 – Contract Developer" is a year and a title.
    if (range && titleScore(range.text) === 0) return [{ line, range }];
  }
  const text = textOfPeriod(cells.join(' '));
  return text ? [{ line, range: { text, isUnread: true } }] : [];
}

/** Lines with the period of a job. Periods inside sentences do not count. */
export function findAnchors(lines: readonly string[]): Anchor[] {
  return lines.flatMap((line, index) => {
    const cells = line.split('\t');
    const cell = cells.findIndex((text) => findRange(text) !== undefined);
    const range = cell < 0 ? undefined : findRange(cells[cell] ?? '');
    if (!range) {
      const beside = momentBeside(cells, index);
      return beside.length > 0 ? beside : unreadBeside(cells, index);
    }
    const whole = cells[cell] ?? '';
    const beside = whole.replace(range.text, '').replace(duration, '').trim();
    const alone = beside.length < 5 || cells.length > 1;
    const isFirst = whole.startsWith(range.text) || labelOf(beside)?.says === 'nothing';
    const sentence = beside.length > 110 || (isBullet(line) && !alone) || (endsSentence(beside) && !isFirst);
    return sentence ? [] : [{ line: index, range }];
  });
}
