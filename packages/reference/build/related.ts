import { normalizeName } from '../src/normalize-name.ts';
import type { DraftSkill } from './skillModel.ts';
import type { DraftTitle } from './titles.ts';

const MOST_RELATED = 8;

export function skillLookup(skills: readonly DraftSkill[]): (name: string) => DraftSkill | undefined {
  const index = new Map<string, DraftSkill>();
  for (const skill of skills) index.set(normalizeName(skill.name), skill);
  for (const skill of skills) {
    for (const name of [skill.nameRu ?? '', ...skill.aliases]) if (!index.has(normalizeName(name))) index.set(normalizeName(name), skill);
  }
  return (name) => index.get(normalizeName(name));
}

/** Skills of the same titles, most frequent first, then the neighbours in the source. */
export function relatedSkills(skills: readonly DraftSkill[], titles: readonly DraftTitle[]): Map<DraftSkill, DraftSkill[]> {
  const find = skillLookup(skills);
  const together = new Map<DraftSkill, Map<DraftSkill, number>>();
  for (const title of titles) {
    const members = title.skillNames.map(find).filter((skill) => skill !== undefined);
    for (const skill of members) {
      const counts = together.get(skill) ?? new Map<DraftSkill, number>();
      together.set(skill, counts);
      for (const other of members) counts.set(other, (counts.get(other) ?? 0) + Number(other !== skill));
    }
  }
  const ranks = new Map(skills.map((skill, rank) => [skill, rank]));
  return new Map(
    skills.map((skill) => {
      const counts = [...(together.get(skill) ?? [])]
        .filter(([other]) => other !== skill)
        .toSorted((a, b) => b[1] - a[1] || (ranks.get(a[0]) ?? 0) - (ranks.get(b[0]) ?? 0));
      const named = skill.relatedNames.map(find).filter((other) => other !== undefined && other !== skill) as DraftSkill[];
      return [skill, [...new Set([...counts.map(([other]) => other), ...named])].slice(0, MOST_RELATED)];
    }),
  );
}
