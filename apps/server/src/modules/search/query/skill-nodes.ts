import type { TermData } from '@headwater/domain/query/term';
import type { QueryNode } from '../port.ts';
import { skillValue } from '../reference-ids.ts';
import { textNode } from './text-nodes.ts';

const any = (of: QueryNode[]): QueryNode => (of.length === 1 ? (of[0] as QueryNode) : { op: 'or', of });

function mainSkill(value: string, term: TermData, tag: string): QueryNode {
  const main: QueryNode = { op: 'term', field: 'mainSkill', value, tag };
  if (!term.skill_range) return main;
  return { op: 'and', of: [main, { op: 'term', field: 'skillYears', value: `${value}:${term.skill_range}`, boost: 0, tag }] };
}

/** Ranks main, rated and recent skills higher. Without synonyms only the name matches. */
export function skillNode(term: TermData, tag: string): QueryNode {
  const value = skillValue(term.text, term.suggestion_id);
  if (term.field === 'mainSkillHigh' || term.is_main_skill) return mainSkill(value, term, tag);
  const years: QueryNode[] = term.skill_range
    ? [{ op: 'term', field: 'skillYears', value: `${value}:${term.skill_range}`, boost: 0, tag }]
    : [];
  const written = textNode('skillText', term.text, { mode: 'exact', tag });
  const has: QueryNode =
    term.whithSynonym === false
      ? written
      : any([
          ...['mainSkill', 'recentSkill', 'ratedSkill', 'skill'].map((field): QueryNode => ({ op: 'term', field, value, tag })),
          // An unknown skill may be part of a longer skill name.
          ...(value.startsWith('n:') ? [textNode('skillText', term.text, { mode: 'stem', tag })] : []),
        ]);
  const node: QueryNode = years.length > 0 ? { op: 'and', of: [has, ...years] } : has;
  return term.field === 'preferableSkill' && !term.is_excluded ? { op: 'prefer', of: { op: 'all' }, preferred: [node] } : node;
}
