import { employersOf, type Employer } from './employers.ts';
import type { Random } from './random.ts';
import type { Track } from './track.ts';
import { trackById } from './tracks.ts';

/** 0 junior, 1 regular, 2 senior, 3 lead, 4 head. */
type Level = 0 | 1 | 2 | 3 | 4;

export interface Job {
  track: Track;
  level: Level;
  title: readonly [string, string];
  employer: Employer;
  /** Months since year 0. */
  start: number;
  end: number | null;
}

export interface CareerOptions {
  track: Track;
  country: string;
  from: number;
  now: number;
}

const yearsFor: readonly [number, number, number, number, number] = [0, 1.5, 4.5, 8, 12];

function levelAfter(random: Random, { years, last }: { years: number; last: Level }): Level {
  const pace = 0.7 + random.next() * 0.9;
  const earned = yearsFor.findLastIndex((needed) => years * pace >= needed);
  // Most people stay seniors; few become leads and fewer heads.
  const cap = last >= 3 || random.chance(0.3) ? (last === 4 || random.chance(0.3) ? 4 : 3) : 2;
  return Math.max(last, Math.min(earned, cap, last + 2)) as Level;
}

const tenure = (random: Random, level: Level) => 5 + Math.floor(-Math.log(1 - random.next() * 0.985) * (14 + level * 7));

const monthsBetweenJobs = (random: Random) => (random.chance(0.72) ? 1 : random.int(2, 9));

export function makeCareer(random: Random, { track: first, country, from, now }: CareerOptions): Job[] {
  const jobs: Job[] = [];
  let track = first;
  let level: Level = 0;
  let title = random.chance(0.7) ? track.titles[0] : random.pick(track.titles);
  let employer = employersOf(country, random.pick(track.sectors))(random);
  let start = from;
  while (start < now && jobs.length < 14) {
    const length = tenure(random, level);
    const end = start + length - 1;
    const lasts = end >= now;
    jobs.push({ track, level, title: title ?? track.lead, employer, start, end: lasts ? null : end });
    if (lasts) break;
    const promoted: boolean = level < 4 && random.chance(0.22);
    start = promoted ? end + 1 : end + monthsBetweenJobs(random);
    const reached = levelAfter(random, { years: (start - from) / 12, last: level });
    if (!promoted && track.next && level < 3 && random.chance(0.09)) {
      track = trackById(random.pick(track.next));
      title = random.pick(track.titles);
      level = Math.max(0, Math.min(reached, 2) - 1) as Level;
    } else level = promoted ? (Math.max(reached, Math.min(level + 1, 3)) as Level) : reached;
    if (!promoted) employer = anotherEmployer(random, { track, country, last: employer });
  }
  return endSearching(random, jobs, now);
}

function anotherEmployer(random: Random, { track, country, last }: { track: Track; country: string; last: Employer }): Employer {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const employer = employersOf(country, random.pick(track.sectors))(random);
    if (employer !== last && employer.name !== last.name) return employer;
  }
  return last;
}

function endSearching(random: Random, jobs: Job[], now: number): Job[] {
  const last = jobs.at(-1);
  if (!last || last.end !== null || !random.chance(0.13)) return jobs;
  const end = now - random.int(1, 8);
  return end > last.start ? [...jobs.slice(0, -1), { ...last, end }] : jobs;
}

const seniority: Record<'en' | 'ru', readonly [string, string, string]> = {
  en: ['Junior ', '', 'Senior '],
  ru: ['Младший ', '', 'Старший '],
};
const juniorTracks = new Set(['engineer', 'analyst', 'design']);

const following = (title: string) => (/^[А-ЯЁ][а-яё]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title);

export function titleOf(job: Job, language: 'en' | 'ru'): string {
  const side = language === 'ru' ? 1 : 0;
  const { track, level } = job;
  if (level === 4) return track.head[side];
  if (level === 3) return track.lead[side];
  const title = job.title[side];
  // Field tracks have no juniors, and some titles no seniority word.
  if (level === 0 && !juniorTracks.has(track.kind)) return title;
  if (level === 2 && (track.kind === 'field' || track.kind === 'sales')) return title;
  if (language === 'ru' && /^[A-Za-z]/.test(title)) return `${seniority.en[level]}${title}`;
  const word = seniority[language][level];
  // Feminine nouns such as "Медицинская сестра" need a feminine adjective.
  const form = language === 'ru' && /(?:ая|сестра)(?:\s|$)/.test(title) ? word.replace('ий ', 'ая ') : word;
  return language === 'ru' && word ? `${form}${following(title)}` : `${form}${title}`;
}
