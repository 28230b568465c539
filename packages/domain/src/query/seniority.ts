import type { SeniorityLevel } from './facets.ts';

interface LevelWords {
  words: readonly string[];
  level: SeniorityLevel;
  /** A search for the word means the word, not everybody of the level. */
  isNarrow?: true;
}

const ru = (stem: string) => [`${stem}ий`, `${stem}ая`];

const groups: readonly LevelWords[] = [
  { words: ['senior', 'sr', ...ru('старш'), 'сеньор', 'синьор'], level: 'senior' },
  { words: ['middle', 'mid', 'мидл', 'миддл'], level: 'middle' },
  { words: ['junior', 'jr', ...ru('младш'), 'джуниор', 'джун'], level: 'junior' },
  { words: ['lead', 'тимлид', ...ru('ведущ')], level: 'senior', isNarrow: true },
  { words: ['principal', 'staff', 'главный', 'главная'], level: 'senior', isNarrow: true },
  { words: ['head', 'chief', 'руководитель', 'директор', 'director'], level: 'senior', isNarrow: true },
  {
    words: ['intern', 'trainee', 'apprentice', 'стажер', 'praktikant', 'praktikantin', 'werkstudent', 'werkstudentin'],
    level: 'junior',
    isNarrow: true,
  },
];

const byWord = new Map(groups.flatMap((group) => group.words.map((word) => [word, group] as const)));

const normal = (word: string) => word.toLowerCase().replaceAll('ё', 'е').replace(/\.$/, '');

/** "Lead generation", "Staff accountant", "Middle East", "ведущий мероприятий": words of a level that name none. */
const otherMeanings =
  /\b(?:lead[\s-]+gen(?:eration)?|staff(?![\s-]+(?:\S+[\s-]+)?(?:engineer|developer|scientist|designer|manager))|middle[\s-]+(?:east|school|office|ware)|senior[\s-]+(?:care|living|citizens?)|head[\s-]?hunter|school[\s-]+principal|mid[\s-]+(?:market|sized?|town|term)|assistant\s+to\s.*)\b|ведущ(?:ий|ая)\s+(?:мероприятий|радио|теле|программ|шоу)|^ведущ(?:ий|ая)$/giu;

const wordsOf = (title: string) => title.replaceAll(otherMeanings, ' ').match(/[\p{L}]+\.?/gu) ?? [];

export const levelNamed = (text: string): LevelWords | undefined => byWord.get(normal(text.trim()));

/** The first level that the title names. */
export function seniorityOfTitle(title: string): SeniorityLevel | undefined {
  for (const word of wordsOf(title)) {
    const found = byWord.get(normal(word));
    if (found) return found.level;
  }
  return undefined;
}

/** "senior go developer": the level, and the position without it. */
export function splitLevel(text: string): { level: LevelWords; rest: string } | undefined {
  const [, first = '', rest = ''] = /^\s*(\S+)[\s-]+(\S.*)$/u.exec(text) ?? [];
  const level = levelNamed(first);
  return level && seniorityOfTitle(text) ? { level, rest } : undefined;
}
