import { dayMs } from '@headwater/domain/time/durations';
import type { ProfileData } from '@headwater/contract/profile-data';
import { type Job, makeCareer, titleOf } from './career.ts';
import { type Home, homes } from './countries.ts';
import { lastYearOf, makeEducations } from './educations.ts';
import { makeContacts, makePerson, type Person } from './people.ts';
import { citiesOf, cityName, locationIn } from './places.ts';
import { type Random, randomFor, weighted } from './random.ts';
import { makeSkills } from './skills.ts';
import { drawTrack } from './tracks.ts';
import { aboutText, describeJob, headlineText } from './wording.ts';

export interface GenerateOptions {
  count: number;
  from?: number;
  /** Equal seeds and days generate equal people. */
  seed?: number;
  today: Date;
  keyPrefix?: string;
}

const defaultSeed = 20_261_121;
const drawHome = weighted(homes, (home) => home.weight);

const careerYears = (random: Random) => Math.min(38, 0.4 + -Math.log(1 - random.next() * 0.98) * 9);

const monthText = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
const dayText = (date: Date) => date.toISOString().slice(0, 10);

/** Not before the last month that the career names. */
function lastUpdate(jobs: readonly Job[], { daysAgo, today }: { daysAgo: number; today: Date }): string {
  const named = Math.max(...jobs.map(({ start, end }) => Math.max(start, end ?? 0)));
  const career = Date.UTC(Math.floor(named / 12), (named % 12) + 1, 1);
  return dayText(new Date(Math.min(today.getTime(), Math.max(today.getTime() - daysAgo * dayMs, career))));
}

interface Life {
  home: Home;
  person: Person;
  jobs: Job[];
  educations: ProfileData['educations'];
  birthYear: number;
  language: 'en' | 'ru';
  city: ReturnType<ReturnType<typeof citiesOf>>;
  now: number;
}

function makeLife(random: Random, today: Date): Life {
  const home = drawHome(random);
  const track = drawTrack[home.names === 'RU' ? 'ru' : 'other'](random);
  const person = makePerson(random, { home, women: track.women });
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
  const from = now - Math.max(4, Math.round(careerYears(random) * 12));
  const language = home.names === 'RU' && random.chance(home.country === 'RU' ? 0.88 : 0.6) ? 'ru' : 'en';
  const startYear = Math.floor(from / 12);
  // School ends at 17 or 18; the first job starts late in the studies or soon after.
  const entryYear = startYear - random.int(3, 6);
  const studyCountry = home.names === 'RU' ? 'RU' : home.country;
  const educations = makeEducations(random, { field: track.field, country: studyCountry, language, entryYear });
  const jobs = makeCareer(random, { track, country: home.country, from, now });
  return { home, person, jobs, educations, birthYear: entryYear - random.int(17, 18), language, city: citiesOf(home.country)(random), now };
}

function positionsOf(random: Random, life: Life, skills: readonly string[]): ProfileData['positions'] {
  const { jobs, language, now } = life;
  const years = Math.floor((now - (jobs[0]?.start ?? now)) / 12);
  return jobs.toReversed().map((job) => ({
    title: titleOf(job, language),
    company: language === 'ru' ? job.employer.nameRu : job.employer.name,
    company_id: job.employer.id,
    company_size: job.employer.size,
    industry: job.employer.industry,
    start: monthText(job.start),
    end: job.end === null ? null : monthText(job.end),
    is_current: job.end === null,
    location: random.chance(0.5) ? cityName(life.city, language) : null,
    description: describeJob(random, job, { language, skills, years }) ?? null,
  }));
}

const levels = ['basic', 'intermediate', 'intermediate', 'advanced', 'fluent'] as const;

function languagesOf(random: Random, home: Home): ProfileData['languages'] {
  const spoken: ProfileData['languages'] = [{ code: home.language, level: 'native' }];
  if (home.language !== 'en' && random.chance(0.85))
    spoken.push({ code: 'en', level: random.pick(home.language === 'hi' ? ['fluent', 'advanced'] : levels) });
  if (random.chance(0.14)) {
    const code = random.pick(['de', 'fr', 'es', 'it', 'zh', 'pl', 'tr', 'ja']);
    if (spoken.every((language) => language.code !== code)) spoken.push({ code, level: random.pick(['basic', 'basic', 'intermediate']) });
  }
  return random.chance(0.15) ? [] : spoken;
}

/** Profile pages on reserved hosts (RFC 2606). */
function linksOf(random: Random, { person, home, jobs }: Life, index: number): ProfileData['links'] {
  const name = `${person.plain.first}-${person.plain.last}-${index}`;
  const technical = jobs.at(-1)?.track.field === 'computing';
  const chances: readonly (readonly [string, string, number])[] = [
    ['github.example', `https://github.example/${name}`, technical ? 0.55 : 0.02],
    ['linkedin.example', `https://www.linkedin.example/in/${name}`, home.names === 'RU' ? 0.3 : 0.75],
    ['hh.example', `https://hh.example/resume/${index}`, home.names === 'RU' ? 0.6 : 0],
    ['habr.example', `https://career.habr.example/${name}`, technical && home.names === 'RU' ? 0.2 : 0],
    ['behance.example', `https://www.behance.example/${name}`, jobs.at(-1)?.track.kind === 'design' ? 0.5 : 0],
    ['portfolio.example', `https://${name}.portfolio.example/`, 0.04],
  ];
  return chances.filter(([, , probability]) => random.chance(probability)).map(([domain, url]) => ({ url, domain }));
}

const remoteFields = new Set(['computing', 'design', 'science']);

function flagsOf(random: Random, { jobs, home }: Life) {
  const last = jobs.at(-1);
  const seeking = random.chance(last?.end === null ? 0.12 : 0.75);
  return {
    job_seeking: seeking,
    is_freelancer: random.chance(last?.track.kind === 'design' ? 0.16 : 0.05),
    remote_ready: random.chance(last && remoteFields.has(last.track.field) ? 0.45 : 0.12),
    likely_to_respond: random.chance(seeking ? 0.5 : 0.12),
    hidden_star: random.chance(0.03),
    popularity_penalty: random.chance(0.02),
    salary: random.chance(0.2) ? salaryOf(random, { home, level: last?.level ?? 1 }) : null,
  };
}

function salaryOf(random: Random, { home, level }: { home: Home; level: number }): ProfileData['salary'] {
  const [plain, currency] = home.pay;
  const amount = plain * ([0.55, 1, 1.6, 2.1, 2.8][level] ?? 1) * (0.75 + random.next() * 0.5);
  const step = 10 ** Math.max(1, Math.floor(Math.log10(amount)) - 1);
  return { amount: Math.round(amount / step) * step, currency };
}

function nameOf(random: Random, { person, home, language }: Life) {
  const latin = home.names === 'RU' ? `${titleCase(person.plain.first)} ${titleCase(person.plain.last)}` : null;
  if (home.names === 'RU' && language === 'en') {
    return { first_name: titleCase(person.plain.first), last_name: titleCase(person.plain.last), patronymic: null, name_latin: null };
  }
  const patronymic = random.chance(0.8) ? person.patronymic : null;
  return { first_name: person.first, last_name: person.last, patronymic, name_latin: latin && random.chance(0.4) ? latin : null };
}

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function generateProfile(
  index: number,
  { seed = defaultSeed, today, keyPrefix = 'demo' }: Omit<GenerateOptions, 'count'>,
): ProfileData {
  const random = randomFor(seed, index);
  const life = makeLife(random, today);
  const { jobs, language, home, person } = life;
  const skills = makeSkills(random, { jobs, language, now: life.now });
  const positions = positionsOf(
    random,
    life,
    skills.map((skill) => skill.name),
  );
  const [latest] = positions;
  const words = { language, skills: skills.map((skill) => skill.name), years: Math.floor((life.now - (jobs[0]?.start ?? life.now)) / 12) };
  const daysAgo = Math.floor(-Math.log(1 - random.next() * 0.995) * 260);
  return {
    external_key: `${keyPrefix}:${index}`,
    ...nameOf(random, life),
    nick: random.chance(0.1) ? `${person.plain.last.slice(0, 6)}${index}` : null,
    headline: latest ? headlineText(random, { title: latest.title, company: latest.company ?? null, words }) : null,
    about: aboutText(random, words) ?? null,
    pictures: [],
    locations: [locationIn(life.city, language)],
    positions,
    skills,
    educations: life.educations.filter((education) => (education.end_year ?? 0) <= today.getUTCFullYear() + 3),
    courses_and_certificates: random.chance(0.12) ? certificate(random, lastYearOf(life.educations)) : [],
    interests: [],
    links: linksOf(random, life, index),
    languages: languagesOf(random, home),
    gender: random.chance(0.92) ? person.gender : null,
    birthdate_exact: random.chance(0.3)
      ? `${life.birthYear}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
      : null,
    diversity: null,
    industry: latest?.industry ?? null,
    ...flagsOf(random, life),
    contacts: makeContacts(random, { person, home, index }),
    updated_on: lastUpdate(jobs, { daysAgo, today }),
  };
}

const certificates = [
  'IELTS Academic',
  'Professional Scrum Master I',
  'AWS Certified Solutions Architect',
  'Project Management Professional',
  'First Aid',
  'Google Analytics',
  'ISTQB Foundation Level',
  'ACCA F1-F4',
  'Lean Six Sigma Green Belt',
];
const certificate = (random: Random, after: number) => [
  { name: random.pick(certificates), year: after > 0 ? after + random.int(0, 2) : null },
];

export function* generateProfiles(options: GenerateOptions): Generator<ProfileData> {
  const { count, from = 0 } = options;
  for (let index = from; index < from + count; index += 1) yield generateProfile(index, options);
}
