import type { ProfileData } from '@headwater/contract/profile-data';
import { skillRanges } from '@headwater/domain/query/ranges';
import { valueOf } from '../reference-ids.ts';

type Skill = ProfileData['skills'][number];

const value = (skill: Skill) => valueOf(skill.skill_id, skill.name);
/** The lowest rating that has a band (PROF-053). */
const rated = 0.5;

/** Skills as search looks at them: each in `skill`, and in the other fields that hold for it. */
export function skillTerms(skills: readonly Skill[], today: Date): Record<string, string[]> {
  const held = skills.filter((skill) => !skill.deleted);
  const recent = today.getUTCFullYear() - 1;
  return {
    skill: held.map(value),
    ratedSkill: held.filter((skill) => (skill.norm_rating ?? 0) >= rated).map(value),
    recentSkill: held.filter((skill) => (skill.last_used ?? 0) >= recent).map(value),
    mainSkill: held.filter((skill) => skill.is_principal).map(value),
    skillYears: held.flatMap((skill) =>
      skillRanges.filter((years) => (skill.years ?? 0) >= years).map((years) => `${value(skill)}:${years}`),
    ),
  };
}
