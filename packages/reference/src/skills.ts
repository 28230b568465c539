import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export type SkillCategory =
  | 'language'
  | 'framework'
  | 'database'
  | 'cloud'
  | 'devops'
  | 'data'
  | 'testing'
  | 'platform'
  | 'security'
  | 'tool'
  | 'software'
  | 'design'
  | 'engineering'
  | 'method'
  | 'business'
  | 'finance'
  | 'marketing'
  | 'knowledge'
  | 'soft';

export interface Skill {
  /** Computed from `key`, so it is stable. */
  id: number;
  key: string;
  name: string;
  nameRu: string | null;
  aliases: string[];
  category: SkillCategory;
  rank: number;
  related: number[];
}

export const loadSkills: () => Skill[] = once(() =>
  readTable('skills', (row) => ({
    id: row.number('id'),
    key: row.text('key'),
    name: row.text('name'),
    nameRu: row.optional('name_ru'),
    aliases: row.list('aliases'),
    category: row.text('category') as SkillCategory,
    rank: row.number('rank'),
    related: row.list('related').map(Number),
  })),
);

const byId = once(() => new Map(loadSkills().map((skill) => [skill.id, skill])));
const byName = once(() => indexNames(loadSkills()));

export function skillById(id: number): Skill | undefined {
  return byId().get(id);
}

export function findSkill(text: string): Skill | undefined {
  return findNamed(byName(), text);
}

export function skillSynonyms(id: number): string[] {
  const skill = skillById(id);
  if (skill === undefined) return [];
  const spellings = [skill.name, ...(skill.nameRu === null ? [] : [skill.nameRu]), ...skill.aliases];
  return [...new Set(spellings)];
}
