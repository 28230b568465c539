import { applied, type QueryEntity } from '@headwater/domain/query/term';
import type { ProfileCard } from '#modules/profiles/public.ts';
import { titleNamed } from '../reference-ids.ts';

const shownSkills = 8;
const mostInCommon = { titles: 3, skills: 3 };

type Seed = Pick<ProfileCard, 'title' | 'skills'>;

function best(points: ReadonlyMap<string, number>, most: number): string[] {
  return [...points]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([key]) => key);
}

const add = (points: Map<string, number>, key: string, value: number) => points.set(key, (points.get(key) ?? 0) + value);

/** Requires one of the common jobs (else main skills); other skills only improve the rank. */
export function similarityQuery(seeds: readonly Seed[]): QueryEntity[] {
  const titles = new Map<string, number>();
  const skills = new Map<string, number>();
  for (const { title, skills: skillLists } of seeds) {
    const known = title ? titleNamed(title) : undefined;
    if (known) add(titles, known.name, 1);
    for (const skill of skillLists) add(skills, skill.name, (skill.is_principal ? 3 : 1) + (skill.norm_rating ?? 0));
  }
  const jobs = best(titles, seeds.length === 1 ? 1 : mostInCommon.titles);
  const common = best(skills, shownSkills);
  const must = jobs.length > 0 ? jobs.map((text) => applied({ field: 'position', text })) : [];
  const either = must.length > 0 ? must : common.slice(0, mostInCommon.skills).map((text) => applied({ field: 'skill', text }));
  return [...either, ...common.map((text) => applied({ field: 'preferableSkill', text }))];
}
