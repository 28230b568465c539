import type { ProfileData } from '@headwater/contract/profile-data';
import { createLru } from '@headwater/domain/lru';
import { skillRanges } from '@headwater/domain/query/ranges';
import { valueOf } from '../reference-ids.ts';

type Skill = ProfileData['skills'][number];

const value = (skill: Skill) => valueOf(skill.skill_id, skill.name);
const rated = 0.5;

const reached = createLru<string, string[]>(50_000);

/** Cached, because few combinations occur. */
function yearsTerms(skill: string, years: number): string[] {
  const marks = skillRanges.filter((mark) => years >= mark);
  if (marks.length === 0) return [];
  const longest = `${skill}:${marks.at(-1)}`;
  const known = reached.get(longest);
  if (known) return known;
  const terms = marks.map((mark) => `${skill}:${mark}`);
  reached.set(longest, terms);
  return terms;
}

export function skillTerms(skills: readonly Skill[], today: Date): Record<string, string[]> {
  const recent = today.getUTCFullYear() - 1;
  const terms = {
    skill: [] as string[],
    ratedSkill: [] as string[],
    recentSkill: [] as string[],
    mainSkill: [] as string[],
    skillYears: [] as string[],
  };
  for (const skill of skills) {
    if (skill.deleted) continue;
    const name = value(skill);
    terms.skill.push(name);
    if ((skill.norm_rating ?? 0) >= rated) terms.ratedSkill.push(name);
    if ((skill.last_used ?? 0) >= recent) terms.recentSkill.push(name);
    if (skill.is_principal) terms.mainSkill.push(name);
    terms.skillYears.push(...yearsTerms(name, skill.years ?? 0));
  }
  return terms;
}
