import { findSkill, type Skill, type SkillCategory } from '@headwater/reference/skills';
import { findTitle } from '@headwater/reference/titles';

/** Each group means the same job in both languages. */
const genericWords = [
  ['developer', 'programmer', 'разработчик', 'программист'],
  ['engineer', 'инженер'],
  ['manager', 'менеджер'],
  ['analyst', 'аналитик'],
  ['designer', 'дизайнер'],
  ['consultant', 'консультант'],
] as const;

const [developers] = genericWords;

/** The reference list also calls these engineers. */
const developerTitles = ['Software', 'Backend', 'Frontend', 'Full stack', 'Web', 'Mobile', 'Embedded'];

export interface Job {
  words: readonly string[];
  /** Reference ids. */
  titles: readonly string[];
  technology?: Skill;
}

const ofDevelopers = (): Job => ({
  words: developers,
  titles: developerTitles.flatMap((kind) => findTitle(`${kind} developer`)?.id ?? []).map(String),
});

const workedIn = new Set<SkillCategory>(['language', 'framework']);
const workedOn = new Set<SkillCategory>(['platform', 'database', 'tool', 'software']);

/** Platforms match by their main name only: "backend" is also an alias of a skill. */
function technologyOf(said: string, isDeveloper: boolean): Skill | undefined {
  const skill = findSkill(said);
  if (!skill) return undefined;
  if (workedIn.has(skill.category)) return skill;
  return isDeveloper && workedOn.has(skill.category) && skill.name.toLowerCase() === said ? skill : undefined;
}

/** Recognises "engineer", "Python developer", "разработчик на Go". Else undefined. */
export function genericJob(text: string): Job | undefined {
  const bare = text.trim().toLowerCase();
  const general = genericWords.find((group) => group.some((word) => word === bare));
  if (general) return general === developers ? ofDevelopers() : { words: general, titles: [] };
  const found =
    /^(?<before>.+?)[\s-]+(?:software[\s-]+)?(?<last>developer|programmer|engineer|разработчик|программист)$/u.exec(bare)?.groups ??
    /^(?<first>разработчик|программист)\s+(?:на\s+)?(?<behind>.+)$/u.exec(bare)?.groups;
  if (!found) return undefined;
  const technology = technologyOf(found.before ?? found.behind ?? '', found.last !== 'engineer');
  return technology && { ...ofDevelopers(), technology };
}
