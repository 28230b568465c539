import type { ProfileData } from '@headwater/contract/profile-data';
import { loadSkills, type Skill } from '@headwater/reference/skills';
import type { Job } from './career.ts';
import { type Draw, type Random, zipf } from './random.ts';
import { skillsOf, trackById } from './tracks.ts';

type ProfileSkill = ProfileData['skills'][number];

export interface SkillOptions {
  jobs: readonly Job[];
  language: 'en' | 'ru';
  /** Current month, in months since year 0. */
  now: number;
}

const rare: { draw?: Draw<Skill> } = {};
const drawAny = (random: Random) => (rare.draw ??= zipf(loadSkills(), 60))(random);

const monthsIn = (jobs: readonly Job[], now: number) => jobs.reduce((sum, job) => sum + ((job.end ?? now) - job.start + 1), 0);

function choose(random: Random, trackId: string, share: number): { main: Skill[]; further: Skill[] } {
  const { stacks, common, related } = skillsOf(trackById(trackId));
  const index = Math.min(stacks.length - 1, Math.floor(random.next() ** 1.4 * stacks.length));
  const stack = stacks[index] ?? [];
  const core = stack.slice(0, 3 + random.int(0, Math.max(0, stack.length - 3)));
  const count = Math.round((3 + random.next() ** 1.5 * 14) * share);
  // The exponent favors the first entries, which are the most common.
  const fromCommon = Array.from({ length: count }, () => common[Math.floor(random.next() ** 1.5 * common.length)] as Skill);
  const near = related[index] ?? [];
  const fromNear =
    near.length === 0 ? [] : Array.from({ length: random.int(0, 4) }, () => near[Math.floor(random.next() ** 2 * near.length)] as Skill);
  return { main: core, further: [...fromCommon, ...fromNear] };
}

const ratedTracks = new Set(['computing', 'science']);

function rate(random: Random, rated: boolean): Pick<ProfileSkill, 'norm_rating' | 'rating_on_resources' | 'show_achievements'> {
  if (!rated) return { norm_rating: null, rating_on_resources: [], show_achievements: false };
  const rating = Math.round(random.next() ** 0.7 * 1000) / 1000;
  const resource = random.pick(['github commit', 'github repo', 'stackoverflow tags', 'ru stackoverflow tags', 'kaggle']);
  return { norm_rating: rating, rating_on_resources: random.chance(0.6) ? [{ resource, rating }] : [], show_achievements: rating >= 0.9 };
}

export function makeSkills(random: Random, { jobs, language, now }: SkillOptions): ProfileSkill[] {
  const tracks = [...new Set(jobs.map((job) => job.track.id))].toReversed();
  const isRated = jobs.some((job) => ratedTracks.has(job.track.field)) && random.chance(0.3);
  const chosen = new Map<number, ProfileSkill>();
  for (const [order, trackId] of tracks.entries()) {
    const jobsOfTrack = jobs.filter((job) => job.track.id === trackId);
    const months = monthsIn(jobsOfTrack, now);
    const until = Math.max(...jobsOfTrack.map((job) => job.end ?? now));
    const { main, further } = choose(random, trackId, order === 0 ? 1 : 0.4);
    for (const [place, skill] of [...main, ...further].entries()) {
      if (chosen.has(skill.id)) continue;
      const isMain = place < main.length;
      const years = Math.max(0, Math.round((months / 12) * (isMain ? 0.6 + random.next() * 0.4 : random.next())));
      chosen.set(skill.id, {
        name: language === 'ru' ? (skill.nameRu ?? skill.name) : skill.name,
        skill_id: skill.id,
        is_principal: order === 0 && isMain && place < 5,
        deleted: false,
        ...rate(random, isRated && isMain),
        source: null,
        years: isMain && random.chance(0.8) ? years : null,
        last_used: isMain ? Math.floor((until - random.int(0, place > 2 ? 30 : 0)) / 12) : null,
      });
    }
  }
  if (random.chance(0.25)) {
    const skill = drawAny(random);
    if (!chosen.has(skill.id)) chosen.set(skill.id, plain(skill, language));
  }
  return [...chosen.values()];
}

const plain = (skill: Skill, language: 'en' | 'ru'): ProfileSkill => ({
  name: language === 'ru' ? (skill.nameRu ?? skill.name) : skill.name,
  skill_id: skill.id,
  is_principal: false,
  deleted: false,
  norm_rating: null,
  rating_on_resources: [],
  show_achievements: false,
  source: null,
  years: null,
  last_used: null,
});
