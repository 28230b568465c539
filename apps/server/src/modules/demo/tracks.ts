import { findSkill, type Skill, skillById } from '@headwater/reference/skills';
import { weighted } from './random.ts';
import type { Track } from './track.ts';
import { businessTracks } from './tracks-business.ts';
import { fieldTracks } from './tracks-field.ts';
import { softwareTracks } from './tracks-software.ts';
import { technologyTracks } from './tracks-technology.ts';

export const tracks: readonly Track[] = [...softwareTracks, ...technologyTracks, ...businessTracks, ...fieldTracks];

const byId = new Map(tracks.map((track) => [track.id, track]));

export function trackById(id: string): Track {
  const track = byId.get(id);
  if (!track) throw new Error(`no career track ${id}`);
  return track;
}

export const drawTrack = {
  ru: weighted(tracks, (track) => track.weight),
  other: weighted(
    tracks.filter((track) => !track.russianOnly),
    (track) => track.weight,
  ),
};

function skillNamed(name: string): Skill {
  const skill = findSkill(name);
  if (!skill) throw new Error(`the skill ${name} is not in the reference list`);
  return skill;
}

export interface TrackSkills {
  stacks: Skill[][];
  common: Skill[];
  /** Related skills per stack. */
  related: Skill[][];
}

const resolved = new Map<string, TrackSkills>();

export function skillsOf(track: Track): TrackSkills {
  const known = resolved.get(track.id);
  if (known) return known;
  const stacks = track.stacks.map((stack) => stack.split('|').map(skillNamed));
  const common = track.common.split('|').map(skillNamed);
  const related = stacks.map((stack) => {
    const near = stack.slice(0, 3).flatMap((skill) => skill.related.slice(0, 12).flatMap((id) => skillById(id) ?? []));
    return [...new Set(near)].filter((skill) => !stack.includes(skill)).toSorted((left, right) => left.rank - right.rank);
  });
  const skills = { stacks, common, related };
  resolved.set(track.id, skills);
  return skills;
}
