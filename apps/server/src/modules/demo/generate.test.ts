import { describe, expect, it } from 'vitest';
import { assert, nat, property } from 'fast-check';
import { profileData } from '@headwater/contract/profile-data';
import { monthNumber } from '@headwater/domain/profiles/careers';
import { cityById } from '@headwater/reference/cities';
import { companyById } from '@headwater/reference/companies';
import { skillById } from '@headwater/reference/skills';
import { findTitle } from '@headwater/reference/titles';
import { generateProfile, generateProfiles } from './generate.ts';
import { skillsOf, tracks } from './tracks.ts';

const today = new Date('2026-11-21T00:00:00Z');
const people = [...generateProfiles({ count: 3000, today })];
const share = (test: (person: (typeof people)[number]) => boolean) => people.filter(test).length / people.length;

describe('demo people', () => {
  it('are equal for the same seed and index, in any order of generation', () => {
    assert(
      property(nat(2_000_000), (index) => {
        expect(generateProfile(index, { today })).toEqual(generateProfile(index, { today }));
      }),
      { numRuns: 50 },
    );
    expect(generateProfile(7, { today, seed: 1 })).not.toEqual(generateProfile(7, { today, seed: 2 }));
    expect([...generateProfiles({ from: 40, count: 1, today })]).toEqual([people[40]]);
  });

  it('satisfy the profile schema', () => {
    for (const person of people.slice(0, 500)) expect(profileData.parse(person)).toEqual(person);
  });

  it('have consecutive jobs without overlap, none in the future', () => {
    const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
    const spans = people.map(({ positions }) =>
      positions.toReversed().map(({ start, end, is_current: current }) => ({
        start: monthNumber(start ?? ''),
        end: end ? monthNumber(end) : Number.POSITIVE_INFINITY,
        current,
      })),
    );
    const wrong = spans.filter((jobs) =>
      jobs.some(
        (job, index) => job.start > now || job.end < job.start || job.current !== job.end > now || job.start <= (jobs[index - 1]?.end ?? 0),
      ),
    );
    expect(wrong).toEqual([]);
    expect(spans.every((jobs) => jobs.length > 0 && jobs.slice(0, -1).every((job) => !job.current))).toBe(true);
  });

  it('are updated after the last change of their career, and not in the future', () => {
    const wrong = people.filter(({ updated_on: day, positions }) => {
      const named = positions.flatMap(({ start, end }) => [start ?? '', end ?? '']);
      return (day ?? '').slice(0, 7) < named.toSorted().at(-1)! || (day ?? '') > today.toISOString();
    });
    expect(wrong).toEqual([]);
  });

  it('study at a plausible age before they work as adults', () => {
    const wrong = people.filter(({ positions, educations, birthdate_exact: birth }) => {
      const firstJob = Number(positions.at(-1)?.start?.slice(0, 4));
      const born = birth ? Number(birth.slice(0, 4)) : firstJob - 25;
      const entered = educations.at(-1)?.start_year ?? born + 18;
      return entered >= firstJob || firstJob - born < 19 || entered - born < 17;
    });
    expect(wrong).toEqual([]);
  });

  it('have skills, cities and companies from the reference data, each skill once', () => {
    const wrong = people.filter(({ skills, locations, positions }) => {
      const ids = skills.map((skill) => skill.skill_id ?? 0);
      const companies = positions.flatMap((position) => position.company_id ?? []);
      return (
        new Set(ids).size !== ids.length ||
        ids.some((id) => skillById(id) === undefined) ||
        companies.some((id) => companyById(id) === undefined) ||
        cityById(locations[0]?.city_id ?? 0) === undefined
      );
    });
    expect(wrong).toEqual([]);
  });

  it('have matching skills: every track resolves, and search recognizes its usual title', () => {
    for (const track of tracks) {
      expect(skillsOf(track).stacks.every((stack) => stack.length >= 4)).toBe(true);
      expect(track.titles.some(([en, ru]) => findTitle(en) !== undefined && findTitle(ru) !== undefined)).toBe(true);
      for (const next of track.next ?? []) expect(tracks.some((other) => other.id === next)).toBe(true);
    }
  });

  it('have Russian names in the correct gender, with patronymics in Russian resumes', () => {
    const russian = people.filter((person) => /[а-яё]/i.test(person.last_name));
    expect(russian.length / people.length).toBeGreaterThan(0.3);
    const other = { male: /(?:ова|ева|ина|ская) |вна$/, female: /(?:ов|ев|ин|ский) |вич$/ };
    const plain = { male: 'вич', female: 'вна' };
    const wrong = russian.filter(
      ({ gender, last_name: last, patronymic }) => gender && other[gender].test(`${last} ${patronymic ?? plain[gender]}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are distributed like a real base: contacts, languages, freshness and titles', () => {
    expect(share((person) => person.contacts.some((contact) => contact.type === 'email'))).toBeCloseTo(0.75, 1);
    expect(share((person) => person.contacts.some((contact) => contact.type === 'phone'))).toBeCloseTo(0.57, 1);
    expect(share((person) => person.contacts.length === 0)).toBeGreaterThan(0.08);
    expect(share((person) => (person.updated_on ?? '') > '2026-05-21')).toBeGreaterThan(0.4);
    const titles = new Set(people.map((person) => person.positions[0]?.title)).size;
    expect(titles).toBeGreaterThan(200);
  });

  it('cannot be contacted: addresses and links on reserved domains, phones outside assigned ranges', () => {
    const safe: Record<string, RegExp> = {
      email: /\.test$/,
      telegram: /_test$/,
      phone: /^\+(?:7 \(555\)|1 \(\d{3}\) 555-01|44 (?:7700 900|20 7946 0)|49 (?:30 23125|40 66969)|33 (?:6 39 98|1 99 00)|46 70 174 06)/,
    };
    expect(people.flatMap(({ contacts }) => contacts).filter(({ type, value }) => !safe[type]?.test(value))).toEqual([]);
    expect(people.flatMap(({ links }) => links).filter(({ url }) => !new URL(url).hostname.endsWith('.example'))).toEqual([]);
  });
});
