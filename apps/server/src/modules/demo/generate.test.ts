import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
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
  it('are the same for the same seed and index, in any order of making', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), (index) => {
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

  it('hold jobs that follow each other and never overlap, and none in the future', () => {
    const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
    for (const { positions } of people) {
      for (const [index, position] of positions.entries()) {
        const start = monthNumber(position.start ?? '');
        expect(start).toBeLessThanOrEqual(now);
        if (position.end) expect(monthNumber(position.end)).toBeGreaterThanOrEqual(start);
        else expect([index, position.is_current]).toEqual([0, true]);
        const later = positions[index - 1];
        if (later) expect(monthNumber(later.start ?? '')).toBeGreaterThan(monthNumber(position.end ?? ''));
      }
    }
  });

  it('study before they work, at an age to study, and are grown up when they work', () => {
    for (const { positions, educations, birthdate_exact: birth } of people) {
      const [first] = educations.toReversed();
      const firstJob = Number(positions.at(-1)?.start?.slice(0, 4));
      if (first?.start_year) expect(first.start_year).toBeLessThan(firstJob);
      if (!birth) continue;
      const born = Number(birth.slice(0, 4));
      expect(firstJob - born).toBeGreaterThanOrEqual(19);
      if (first?.start_year) expect(first.start_year - born).toBeGreaterThanOrEqual(17);
    }
  });

  it('have skills, cities and companies that the reference data knows, each skill once', () => {
    for (const { skills, locations, positions } of people) {
      const ids = skills.map((skill) => skill.skill_id ?? 0);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(skillById(id)).toBeDefined();
      expect(cityById(locations[0]?.city_id ?? 0)).toBeDefined();
      for (const { company_id: id } of positions) if (id) expect(companyById(id)).toBeDefined();
    }
  });

  it('have skills that fit: each track resolves, and the usual title of each is a title that search knows', () => {
    for (const track of tracks) {
      expect(skillsOf(track).stacks.every((stack) => stack.length >= 4)).toBe(true);
      expect(track.titles.some(([en, ru]) => findTitle(en) !== undefined && findTitle(ru) !== undefined)).toBe(true);
      for (const next of track.next ?? []) expect(tracks.some((other) => other.id === next)).toBe(true);
    }
  });

  it('bear Russian names in the right gender, with patronymics, where the resume is Russian', () => {
    const russian = people.filter((person) => /[а-яё]/i.test(person.last_name));
    expect(russian.length / people.length).toBeGreaterThan(0.3);
    for (const { gender, last_name: last, patronymic } of russian) {
      if (gender === 'male') expect(`${last} ${patronymic ?? 'вич'}`).not.toMatch(/(?:ова|ева|ина|ская) |вна$/);
      if (gender === 'female') expect(`${last} ${patronymic ?? 'вна'}`).not.toMatch(/(?:ов|ев|ин|ский) |вич$/);
    }
  });

  it('are spread like a real base: contacts, languages, freshness, and a few titles hold many people', () => {
    expect(share((person) => person.contacts.some((contact) => contact.type === 'email'))).toBeCloseTo(0.75, 1);
    expect(share((person) => person.contacts.some((contact) => contact.type === 'phone'))).toBeCloseTo(0.57, 1);
    expect(share((person) => person.contacts.length === 0)).toBeGreaterThan(0.08);
    expect(share((person) => (person.updated_on ?? '') > '2026-05-21')).toBeGreaterThan(0.4);
    const titles = new Set(people.map((person) => person.positions[0]?.title)).size;
    expect(titles).toBeGreaterThan(200);
  });

  it('can be reached by nobody: addresses and links only on reserved domains, phones outside given ranges', () => {
    for (const { contacts, links } of people) {
      for (const { type, value } of contacts) {
        if (type === 'email') expect(value).toMatch(/\.test$/);
        if (type === 'phone')
          expect(value).toMatch(
            /^\+(?:7 \(555\)|1 \(\d{3}\) 555-01|44 (?:7700 900|20 7946 0)|49 (?:30 23125|40 66969)|33 (?:6 39 98|1 99 00)|46 70 174 06)/,
          );
        if (type === 'telegram') expect(value).toMatch(/_test$/);
      }
      for (const { url } of links) expect(new URL(url).hostname).toMatch(/\.example$/);
    }
  });
});
