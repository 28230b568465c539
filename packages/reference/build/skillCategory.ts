import type { SkillCategory } from '../src/skills.ts';
import { listOf, type SourceRow } from './source.ts';

const PATTERNS: readonly (readonly [RegExp, SkillCategory])[] = [
  [
    /^(programming language|markup language|data format|query language)$|Object or component oriented|devicon: (programming|language)$|Compiler/i,
    'language',
  ],
  [/test/i, 'testing'],
  [/^(database|storage|orm)$|data base|devicon: database/i, 'database'],
  [/framework|ui library|validation|devicon: (library|javascript|php|python|css)|Web platform/i, 'framework'],
  [/^(hosting|cloud)|devicon: cloud|Cloud-based/i, 'cloud'],
  [
    /ci\/cd|build tool|package manager|monitoring|linter|message queue|Configuration management|Network monitoring|File versioning|Clustering|devicon: (monitoring|package)/i,
    'devops',
  ],
  [/^(ai|etl|analytics)$|Business intelligence|Data mining|Analytical or scientific|Metadata|Geographic|Map creation/i, 'data'],
  [/Computer aided|Industrial control|Pattern design|Facilities/i, 'engineering'],
  [/Graphics or photo|Video creation|Desktop publishing|Music or sound|Web page creation|icon set/i, 'design'],
  [/Financial analysis|Accounting|Tax preparation|payments/i, 'finance'],
  [/Sales and marketing/i, 'marketing'],
  [/Operating system|devicon: (os|platform|linux)|Switch or router|technology topic/i, 'platform'],
  [/esco/i, 'knowledge'],
];

export function skillCategory(row: SourceRow): SkillCategory {
  const given = listOf(row['category']);
  for (const [pattern, category] of PATTERNS) if (given.some((name) => pattern.test(name))) return category;
  return row['sources']?.includes('onet') ? 'software' : 'tool';
}
