import { findSkill, type Skill, type SkillCategory } from '@headwater/reference/skills';
import { findTitle } from '@headwater/reference/titles';

/** The general words for a job: in either language they mean the same people. */
const genericWords = [
  ['developer', 'programmer', 'разработчик', 'программист'],
  ['engineer', 'инженер'],
  ['manager', 'менеджер'],
  ['analyst', 'аналитик'],
  ['designer', 'дизайнер'],
  ['consultant', 'консультант'],
] as const;

const [developers] = genericWords;

/** Titles of those who write programs whatever with: the list knows them as engineers too. */
const developerTitles = ['Software', 'Backend', 'Frontend', 'Full stack', 'Web', 'Mobile', 'Embedded'];

export interface Job {
  /** Words that stand in the title of whoever has it. */
  words: readonly string[];
  /** Ids of titles of the reference list. */
  titles: readonly string[];
  /** What such a person works with. */
  technology?: Skill;
}

const ofDevelopers = (): Job => ({
  words: developers,
  titles: developerTitles.flatMap((kind) => findTitle(`${kind} developer`)?.id ?? []).map(String),
});

const workedIn = new Set<SkillCategory>(['language', 'framework']);
const workedOn = new Set<SkillCategory>(['platform', 'database', 'tool', 'software']);

/** By any of its names a language or framework; platforms only by their own: 'backend' is one of a skill and says more than that. */
function technologyOf(said: string, isDeveloper: boolean): Skill | undefined {
  const skill = findSkill(said);
  if (!skill) return undefined;
  if (workedIn.has(skill.category)) return skill;
  return isDeveloper && workedOn.has(skill.category) && skill.name.toLowerCase() === said ? skill : undefined;
}

/**
 * What a general word for a job means: 'engineer'; or a technology and the job: 'Python developer', 'разработчик на Go', 'C++ engineer'.
 * undefined for any other title.
 */
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
