import type { seniorityLevels } from '@headwater/domain/query/facets';

type Level = (typeof seniorityLevels)[number];

interface LevelWords {
  words: readonly string[];
  /** Level by years, for titles without a word of any level. */
  level?: Level;
}

const groups: readonly LevelWords[] = [
  { words: ['senior', 'sr', 'старший', 'ведущий', 'сеньор', 'синьор'], level: 'senior' },
  { words: ['middle', 'mid', 'мидл'], level: 'middle' },
  { words: ['junior', 'jr', 'младший', 'джуниор'], level: 'junior' },
  { words: ['lead', 'тимлид', 'ведущий'] },
  { words: ['principal', 'staff', 'главный'] },
  { words: ['intern', 'trainee', 'стажер', 'стажёр'] },
];

/** Any word of a level. */
export const levelWords: readonly string[] = [...new Set(groups.flatMap(({ words }) => words))];

const normal = (word: string) => word.toLowerCase().replace(/\.$/, '');

export const levelNamed = (text: string): LevelWords | undefined => groups.find(({ words }) => words.includes(normal(text.trim())));

/** "senior go developer": the level, and the position without it. */
export function splitLevel(text: string): { level: LevelWords; rest: string } | undefined {
  const [, first = '', rest = ''] = /^\s*(\S+)[\s-]+(\S.*)$/u.exec(text) ?? [];
  const level = levelNamed(first);
  return level && { level, rest };
}
